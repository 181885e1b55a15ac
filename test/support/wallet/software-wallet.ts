import { randomBytes } from 'node:crypto'
import { CompactEncrypt, calculateJwkThumbprint, importJWK } from 'jose'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { browserTranscript, redirectTranscript } from '../../../src/features/wallet/verify/iso-mdoc.ts'
import type { Cbor } from '../../../src/formats/cbor/cbor.ts'
import { presentMdoc, presentSdJwt } from './holder.ts'
import { type Issuer, issueMdoc, issueSdJwt, makeHolderKey, type Terms } from './issuer.ts'
import { MDL, MDL_CLAIMS, PID_CLAIMS } from './person.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const

/** A certificate of an operator with its key, as files in PEM hold them. */
export function makeOperator(identifier?: string): { certificates: string; key: string } {
  const authority = makeAuthority('Access certificates', { way })
  const { certificate, key } = certify('Limen operator', { way, by: authority, ...(identifier && { identifier }) })
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`
  return { certificates: pem, key: key.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

interface Query {
  credentials: { id: string; format: string; claims?: { id: string; path: string[] }[] }[]
}

/** What a wallet reads in a request object. */
export interface RequestObject {
  client_id: string
  nonce: string
  response_mode: string
  response_uri?: string
  state?: string
  expected_origins?: string[]
  dcql_query: Query
  client_metadata: { jwks: { keys: { kty: string; crv: string; x: string; y: string }[] } }
}

export const readRequest = (token: string): RequestObject =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

interface Held {
  /** Which of the credentials in the query this wallet has. */
  id: 'pid_sd_jwt' | 'mdl'
  portrait?: Uint8Array
  terms?: Terms
  /** When it signs, in seconds since 1970; absent: now. */
  at?: number
  claims?: Record<string, unknown>
}

export interface Deviations {
  nonce?: string
  audience?: string
  origin?: string
  otherDevice?: true
  state?: string
  /** Leaves the holder's signature out. */
  unsigned?: true
}

/** A wallet in software with one credential: answers a request as the specification says, or with something wrong in it. */
export function makeWallet(issuer: Issuer, held: Held) {
  const device = makeHolderKey()
  const other = makeHolderKey()
  const picture = held.portrait && `data:image/jpeg;base64,${Buffer.from(held.portrait).toString('base64')}`
  const sdJwt = issueSdJwt(issuer, device, { ...PID_CLAIMS, ...(picture && { picture }), ...held.claims }, held.terms)
  const mdl = issueMdoc(
    issuer,
    device,
    MDL,
    { ...MDL_CLAIMS, ...(held.portrait && { portrait: Uint8Array.from(held.portrait) }), ...held.claims } as Record<
      string,
      Cbor
    >,
    held.terms,
  )

  /** The encrypted answer; `origin` is the page's, where a browser asks. */
  return async function answer(request: RequestObject, origin: string, wrong: Deviations = {}): Promise<string> {
    const [jwk] = request.client_metadata.jwks.keys
    if (!jwk) throw new Error('the request has no key')
    const asked = request.dcql_query.credentials.find(({ id }) => id === held.id)
    const isBrowser = request.response_mode === 'dc_api.jwt'
    const nonce = wrong.nonce ?? request.nonce
    const from = wrong.origin ?? origin
    const audience = wrong.audience ?? (isBrowser ? `origin:${from}` : request.client_id)
    const thumbprint = Buffer.from(await calculateJwkThumbprint(jwk), 'base64url')
    const transcript = isBrowser
      ? browserTranscript({ origin: from, nonce, thumbprint })
      : redirectTranscript({ clientId: audience, nonce, thumbprint, responseUri: request.response_uri ?? '' })
    const key = wrong.otherDevice ? other : device
    const names = (asked?.claims ?? []).map(({ path }) => path.at(-1) ?? '')
    const whole =
      held.id === 'mdl'
        ? Buffer.from(
            presentMdoc(
              mdl,
              key,
              names.filter((name) => mdl.items[name]),
              transcript,
            ),
          ).toString('base64url')
        : presentSdJwt(
            sdJwt,
            key,
            names.filter((name) => sdJwt.disclosures[name]),
            { nonce, audience, ...(held.at !== undefined && { at: held.at }) },
          )
    const presentation = wrong.unsigned ? whole.slice(0, whole.lastIndexOf('~') + 1) : whole
    return encryptAnswer(request, held.id, presentation, wrong.state)
  }
}

/** One presentation, encrypted to the key of the request. */
export async function encryptAnswer(
  { client_metadata, state }: RequestObject,
  id: string,
  presentation: string,
  otherState?: string,
): Promise<string> {
  const content = { vp_token: { [id]: [presentation] }, ...(state && { state: otherState ?? state }) }
  const [jwk] = client_metadata.jwks.keys
  if (!jwk) throw new Error('the request has no key')
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', apu: randomBytes(8).toString('base64url') })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
}
