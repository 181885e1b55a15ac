import type { DecisionResponse } from '../../kernel/decision/contract/decision.ts'
import type { DocumentResult, FaceResult, ImagesResponse } from '../../kernel/results/contract/results.ts'
import type { StatusResponse } from '../../kernel/results/contract/session-list.ts'
import type { InitializeResponse } from '../../kernel/session/contract/session.ts'
import type { SignedIn, SignInBegun } from './server/sign-in-answers.ts'

/** What an integrator's server does with the API; here in the browser, because the demo has no server of its own. */
export interface Integrator {
  initialize(body: object): Promise<InitializeResponse>
  /** Sends a picture of this service as the integrator's own capture would, or an empty request to `complete`. */
  send(accessToken: string, path: 'document' | 'face' | 'complete', picture: string | undefined): Promise<void>
  status(id: string): Promise<StatusResponse['status']>
  results(id: string): Promise<Results>
  remove(id: string): Promise<void>
  webhooks(id: string): Promise<Webhooks>
  /** Begins a sign-in with OpenID Connect, as the server of a service does. */
  beginSignIn(): Promise<SignInBegun>
  finishSignIn(answer: { code: string; verifier: string; nonce: string }): Promise<SignedIn>
}

/** The webhooks that the demo's receiver got; `elsewhere` if the tenant has its own webhook address. */
export interface Webhooks {
  elsewhere: boolean
  received: { id: string; receivedAt: string; status: string; signature: string; verified: boolean }[]
}

export interface Results {
  decision: DecisionResponse
  document: DocumentResult | undefined
  face: FaceResult | undefined
  /** Addresses of the pictures in this browser, by name. */
  pictures: Record<string, string>
}

/** Kept for this tab only: the demo must still know you after the hosted page sent you back. */
export const remembered = 'limen-demo'

export class Refused extends Error {}

const UNKNOWN =
  'The service does not know this username and password. Copy both from the output of npm start, without spaces around them, or create another pair with npm run cli -- credentials create.'

/** RFC 7617, in UTF-8: plain `btoa` throws on a character beyond Latin 1. */
const basic = (username: string, password: string) =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`

export function openIntegrator(username: string, password: string): Integrator {
  const authorization = basic(username, password)

  async function call(path: string, init: RequestInit = {}, base = '/api/v1'): Promise<Response> {
    // Without `omit` the browser would open its own password dialog when this one is wrong.
    const headers = { authorization, ...init.headers }
    const response = await fetch(`${base}/${path}`, { ...init, credentials: 'omit', headers })
    if (response.ok) return response
    if (response.status === 401) throw new Refused(UNKNOWN)
    const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string }
    throw new Refused(problem.detail ?? problem.title ?? `The service answered ${response.status}.`)
  }

  const json = async <Answer>(path: string): Promise<Answer> => (await call(path)).json()
  const optional = <Answer>(path: string) =>
    json<Answer>(path).catch((error: unknown) => {
      if (error instanceof Refused) return undefined
      throw error
    })

  async function pictures(id: string): Promise<Record<string, string>> {
    const { document, face } = await json<ImagesResponse>(`data/${id}/images`)
    const loaded = [...document, ...face].map(async (name) => {
      const bytes = await (await call(`data/${id}/images/${name}`)).blob()
      return [name, URL.createObjectURL(bytes)] as const
    })
    return Object.fromEntries(await Promise.all(loaded))
  }

  return {
    initialize: async (body) =>
      (
        await call('enrolment/initialize', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json(),
    async send(accessToken, path, picture) {
      const response = await fetch(`/api/v1/enrolment/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, ...(picture && { 'content-type': 'image/jpeg' }) },
        ...(picture && { body: await (await fetch(picture)).blob() }),
      })
      const { error, message } = (await response.json()) as { error?: string; message?: string }
      if (error) throw new Refused(`${path}: ${message ?? error}`)
    },
    status: async (id) => (await json<StatusResponse>(`data/${id}/status`)).status,
    results: async (id) => ({
      decision: await json(`data/${id}/decision/results`),
      document: await optional(`data/${id}/document/result`),
      face: await optional(`data/${id}/face/result`),
      pictures: await pictures(id),
    }),
    async webhooks(id) {
      const response = await fetch(`/demo/webhooks/${id}`, { headers: { authorization } })
      return response.ok ? response.json() : { elsewhere: false, received: [] }
    },
    beginSignIn: async () => (await call('sign-in', { method: 'POST' }, '/demo')).json(),
    finishSignIn: async (answer) =>
      (
        await call(
          'sign-in/claims',
          { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
          '/demo',
        )
      ).json(),
    remove: async (id) => {
      await call(`data/${id}`, { method: 'DELETE' })
    },
  }
}
