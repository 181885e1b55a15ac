import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { CLAIMS, type ClientSettings } from '../../../src/features/openid/domain/client.ts'
import { createClient } from '../../../src/features/openid/manage-clients.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { begin, drawPkce, finish, openBrowser, REDIRECT } from '../../features/openid/sign-in.ts'

type Needs = Pick<Ports, 'openIdClients' | 'tenants' | 'sessions' | 'clock'>

/** Where a provider listens, and its storage. */
export interface Place {
  issuer: string
  tenant: string
  ports: Needs
}

type Claims = Record<string, unknown>
type Fields = Record<string, string | undefined>

interface Sent {
  fields?: Fields
  headers?: Record<string, string>
  method?: string
}

/** What a module changes in a client assertion or in a proof; an undefined claim is left out. */
interface Changes {
  claims?: Claims
  header?: Claims
  key?: GenerateKeyPairResult
}

const seconds = () => Math.floor(Date.now() / 1000)

/** Of undefined members nothing is left. */
const given = <Value>(all: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Value] => entry[1] !== undefined))

async function sign(claims: Claims, header: Claims, { privateKey }: GenerateKeyPairResult): Promise<string> {
  return new SignJWT(given(claims) as JWTPayload).setProtectedHeader(given(header) as { alg: string }).sign(privateKey)
}

/** A token that nobody signed. */
export const unsigned = (claims: object, header: object = { alg: 'none' }): string =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

/** Another signature under the same claims. */
export function altered(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  return [header, claims, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.')
}

export const drawKey = (alg = 'ES256') => generateKeyPair(alg, { extractable: true })

/** A client that sends exactly what it is given, with a secret or with a key. */
export async function openClient(
  { issuer, tenant, ports }: Place,
  { alg, ...settings }: Partial<ClientSettings> & { alg?: string; tenant?: string } = {},
) {
  const key = alg === undefined ? undefined : await drawKey(alg)
  const jwk = key && { ...(await exportJWK(key.publicKey)), kid: 'one', use: 'sig' }
  const made = await createClient(ports, {
    tenant,
    mode: 'test',
    name: 'Shop',
    redirectUris: [REDIRECT],
    postLogoutRedirectUris: [],
    authMethod: jwk ? 'private_key_jwt' : 'client_secret_basic',
    ...(jwk && { jwks: { keys: [jwk] } }),
    flow: 'identity',
    assurance: 'basic',
    claims: [...CLAIMS],
    onReferral: 'return',
    waitMinutes: 10,
    ...settings,
    actor: 'test',
  })
  if (!made.ok) throw new Error(JSON.stringify(made))
  const { id, secret = '' } = made.value
  const { verifier, challenge } = drawPkce()
  const request: Fields = {
    client_id: id,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid profile',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }

  const assert = async ({ claims = {}, header = {}, key: other }: Changes = {}): Promise<string> => {
    const signer = other ?? key
    if (!signer) throw new Error('this client has no key')
    const now = seconds()
    const all = { iss: id, sub: id, aud: issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + 60, ...claims }
    return sign(all, { alg, kid: 'one', ...header }, signer)
  }
  /** How the client says who it is, in the form or in the header. */
  const authentication = async (): Promise<Sent> =>
    key
      ? {
          fields: {
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: await assert(),
          },
        }
      : { headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` } }

  const send = async (path: string, fields: Fields, { fields: more, headers, method = 'POST' }: Sent = {}) => {
    const own = await authentication()
    const body = new URLSearchParams(given({ ...own.fields, ...fields, ...more }))
    const init = { method, headers: { ...own.headers, ...headers }, ...(method !== 'GET' && { body }) }
    return fetch(`${issuer}${path}`, init)
  }
  /** A proof of possession for an address (RFC 9449, 4.2). */
  const prove = async (
    pop: GenerateKeyPairResult,
    path: string,
    { claims = {}, header = {}, key: other }: Changes & { method?: string } = {},
    token?: string,
  ): Promise<string> => {
    const ath = token && createHash('sha256').update(token).digest('base64url')
    const htm = path === '/me' ? 'GET' : 'POST'
    const all = { jti: randomUUID(), htm, htu: `${issuer}${path}`, iat: seconds(), ath, ...claims }
    return sign(all, { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(pop.publicKey), ...header }, other ?? pop)
  }

  const client = {
    id,
    secret,
    issuer,
    verifier,
    key,
    request,
    assert,
    prove,
    send,
    address: (more: Fields = {}): string => `${issuer}/auth?${new URLSearchParams(given({ ...request, ...more }))}`,
    push: (more: Fields = {}, sent: Sent = {}) => send('/request', { ...request, ...more }, sent),
    /** The address to send a browser to after a request was pushed. */
    async pushed(more: Fields = {}, sent: Sent = {}): Promise<string> {
      const answer = await client.push(more, sent)
      if (answer.status !== 201) throw new Error(await answer.text())
      const { request_uri } = (await answer.json()) as { request_uri: string }
      return `${issuer}/auth?${new URLSearchParams({ client_id: id, request_uri })}`
    },
    redeem: (code: string, more: Fields = {}, sent: Sent = {}) =>
      send(
        '/token',
        { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier, ...more },
        sent,
      ),
    userinfo: (token: string, headers: Record<string, string> = {}) =>
      fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
    thumbprint: async (pop: GenerateKeyPairResult) => calculateJwkThumbprint(await exportJWK(pop.publicKey)),
    /** A person who is approved, from the address to the answer: the engine and the pictures are not the subject. */
    async signIn(address: string, browser = openBrowser()): Promise<URL> {
      const { interaction, token } = await begin(browser, address)
      const session = await ports.sessions.load(tenant, String(decodeJwt(token).sessionId))
      if (!session) throw new Error('the sign-in opened no session')
      await ports.sessions.save({ ...session, status: 'MANUAL_APPROVED', completedAt: new Date() })
      return finish(browser, interaction)
    },
  }
  return client
}

/** Another process registered the first client: the service looks again after five seconds. */
export async function untilKnown({ issuer }: Pick<Place, 'issuer'>): Promise<void> {
  const isKnown = async () => (await fetch(`${issuer}/jwks`)).status === 200
  while (!(await isKnown())) await wait(250)
}

export type PlanClient = Awaited<ReturnType<typeof openClient>>

export const codeOf = (answer: URL): string => {
  const code = answer.searchParams.get('code')
  if (!code) throw new Error(`no code: ${answer.search}`)
  return code
}
