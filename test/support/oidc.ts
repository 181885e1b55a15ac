import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Account, type Context } from 'oidc-provider'

export const CLIENT = { id: 'limen', secret: 'a secret between the two of them' }

/** Somebody whom the provider knows. */
export interface Person {
  preferred_username?: string
  groups?: string[]
}

export interface TestProvider {
  issuer: string
  /** By their subject; tests move people from group to group. */
  people: Map<string, Person>
  /** A token of the provider. An undefined claim is left out. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Has the provider tell the service that somebody signed out, as it does by itself. */
  logOut(subject: string, session?: string): Promise<void>
  close(): Promise<void>
}

/** A real OpenID provider on a port of its own. Its sign-in page asks for nothing but the subject. */
export async function startProvider(callback: string, configuration: object = {}): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })

  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for tests alone'] },
    claims: { profile: ['preferred_username'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/login' },
    findAccount: (_context: Context, id: string): Account | undefined => {
      const person = people.get(id)
      return person && { accountId: id, claims: async () => ({ sub: id, ...person }) }
    },
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile groups')
      await grant.save()
      return grant
    },
    ...configuration,
  })
  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/login')) return serve(request, response)
    if (request.method === 'GET') return askWho(response)
    void answer(provider, request, response)
  })
  return {
    issuer,
    people,
    sign: (claims, header = {}) =>
      new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(privateKey),
    async logOut(subject, session) {
      const client = await provider.Client.find(CLIENT.id)
      await client?.backchannelLogout(subject, session)
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const askWho = (response: ServerResponse) =>
  response
    .setHeader('content-type', 'text/html')
    .end(
      '<title>Provider</title><form method="post"><label>Subject <input name="subject"></label><button>Go on</button></form>',
    )

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const accountId = new URLSearchParams(body).get('subject') ?? ''
  const result = accountId ? { login: { accountId } } : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result)
}

/** Goes through the provider's pages as a browser would, and says where it is sent back to. */
export async function visitProvider(address: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const origin = new URL(address).origin
  let next = address
  for (let steps = 0; steps < 10; steps++) {
    const response = await visit(next)
    const form = { method: 'POST', body: new URLSearchParams({ subject }) }
    const moved = response.status === 200 ? await visit(next, form) : response
    const location = moved.headers.get('location')
    if (!location) throw new Error(`the provider answered ${moved.status}: ${await moved.text()}`)
    next = new URL(location, next).href
    if (new URL(next).origin !== origin) return next
  }
  throw new Error('the provider leads nowhere')
}
