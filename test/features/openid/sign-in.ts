import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { CLAIMS, type ClientSettings } from '../../../src/features/openid/domain/client.ts'
import { createClient } from '../../../src/features/openid/manage-clients.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import { personOf } from '../../api/client.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts'

/** The application on a port of its own, since a provider has to know its address. */
export async function startProviderApp(options: TestAppOptions = {}): Promise<TestApp & { baseUrl: string }> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const test = await startTestApp({ ...options, settings: { ...options.settings, baseUrl } })
  test.clock.now = new Date()
  await test.app.listen({ port, host: '127.0.0.1' })
  return { ...test, baseUrl }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

export const REDIRECT = 'https://shop.example/callback'

type Wanted = Partial<ClientSettings> & { tenant?: string; mode?: Mode; name?: string }

/** A client that may ask for everything. */
export async function register(test: TestApp, { tenant = 'acme', mode = 'test', name = 'Shop', ...more }: Wanted = {}) {
  const made = await createClient(test.ports, {
    tenant,
    mode,
    name,
    redirectUris: [REDIRECT],
    postLogoutRedirectUris: ['https://shop.example/bye'],
    authMethod: 'client_secret_basic',
    flow: 'identity',
    assurance: 'basic',
    claims: [...CLAIMS],
    onReferral: 'return',
    waitMinutes: 10,
    ...more,
    actor: 'test',
  })
  if (!made.ok) throw new Error(JSON.stringify(made))
  return { id: made.value.id, secret: made.value.secret ?? '' }
}

export type Browser = ReturnType<typeof openBrowser>

/** A browser: it keeps cookies by their path and follows no redirect by itself. */
export function openBrowser() {
  const cookies = new Map<string, { value: string; path: string }>()
  return {
    cookies,
    async visit(address: string, init: RequestInit = {}): Promise<Response> {
      const { pathname } = new URL(address)
      const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path))
      const cookie = sent.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
      const response = await fetch(address, {
        ...init,
        redirect: 'manual',
        headers: { accept: 'text/html', ...init.headers, ...(cookie && { cookie }) },
      })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        const path = /; *path=([^;]+)/i.exec(set)?.[1] ?? '/'
        if (value && !/expires=Thu, 01 Jan 1970/i.test(set)) cookies.set(`${name} ${path}`, { value, path })
        else cookies.delete(`${name} ${path}`)
      }
      return response
    },
  }
}

export const locationOf = (response: Response): URL => {
  const location = response.headers.get('location')
  if (!location) throw new Error(`answered ${response.status} without a location`)
  return new URL(location, response.url)
}

/** Begins a sign-in and goes as far as the hosted page. */
export async function begin(browser: Browser, address: string) {
  const interaction = locationOf(await browser.visit(address))
  const page = locationOf(await browser.visit(interaction.href))
  const token = page.searchParams.get('token') ?? ''
  return { interaction: interaction.href, page, token }
}

/** What a person does on the hosted page. */
export async function verify(test: TestApp, token: string, { keepFace = false } = {}): Promise<void> {
  const person = personOf(test.app, token)
  const headers = { authorization: `Bearer ${token}` }
  const shown = (await test.app.inject({ url: '/api/v1/enrolment/consent?lang=en-US', headers })).json()
  await person.send('consent', { lang: shown.lang, sha256: shown.sha256, ...(keepFace && { keepFace }) })
  const { steps } = await person.state()
  const document = steps.includes('document') ? [await person.document()] : []
  for (const answer of [...document, await person.face(), await person.complete()])
    if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** Back from the hosted page: where the client gets its answer. */
export async function finish(browser: Browser, interaction: string): Promise<URL> {
  const resume = locationOf(await browser.visit(interaction))
  return locationOf(await browser.visit(resume.href))
}

/** A whole sign-in, as far as the answer to the client. */
export async function signIn(test: TestApp, address: string, browser = openBrowser()): Promise<URL> {
  const { interaction, token } = await begin(browser, address)
  await verify(test, token)
  return finish(browser, interaction)
}

/** A pair of PKCE, which every request needs. */
export function drawPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

interface Keys {
  id: string
  secret: string
}

/** A client without a library, so that a test can also send what a library would refuse to. */
export function bareClient(test: { baseUrl: string }, { id, secret }: Keys) {
  const issuer = `${test.baseUrl}/openid`
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const { verifier, challenge } = drawPkce()
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return {
    issuer,
    verifier,
    post,
    /** An undefined parameter is left out. */
    address(more: Record<string, string | undefined> = {}): string {
      const all = {
        client_id: id,
        response_type: 'code',
        redirect_uri: REDIRECT,
        scope: 'openid',
        state: 'a state',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...more,
      }
      const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
      return `${issuer}/auth?${new URLSearchParams(given)}`
    },
    redeem: (code: string, more: Record<string, string> = {}, headers = { authorization: basic }) =>
      post(
        '/token',
        { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier, ...more },
        headers,
      ),
    push: (fields: Record<string, string>) => post('/request', fields, { authorization: basic }),
    userinfo: (token: string) => fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } }),
  }
}

export interface TokenAnswer {
  access_token: string
  id_token: string
  expires_in: number
}

/** The tokens of an answer, and what the ID token says. */
export async function tokensOf(client: ReturnType<typeof bareClient>, answer: URL) {
  const response = await client.redeem(answer.searchParams.get('code') ?? '')
  if (response.status !== 200) throw new Error(await response.text())
  const tokens = (await response.json()) as TokenAnswer
  return { ...tokens, claims: decodeJwt(tokens.id_token) as Record<string, unknown> & { sub: string } }
}
