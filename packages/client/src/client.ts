import { type Enrolment, enrolmentOf } from './enrolment.ts'
import { isServiceError } from './errors.ts'
import { kindOf, type Outcome, type Results } from './outcome.ts'
import { type Call, type Line, request } from './request.ts'
import type {
  CredentialOfferResponse,
  DecisionResponse,
  DocumentResult,
  ExplanationResponse,
  FaceResult,
  ImagesResponse,
  InitializeRequest,
  InitializeResponse,
  SessionListEntry,
  SessionListResponse,
  StatusResponse,
} from './types.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://id.shop.example`. */
  baseUrl: string
  username: string
  password: string
  /** How often a call is made again when the service is busy or an answer was lost; 4. */
  retries?: number
  fetch?: typeof globalThis.fetch
}

export type SessionRequest = InitializeRequest

export interface Client {
  /** Opens a session. Its id is chosen here when you give none, so that a repeated call opens no second one. */
  openSession(request?: SessionRequest): Promise<InitializeResponse & { enrolment: Enrolment }>
  /** Sends pictures of a session by its token. */
  enrolment(accessToken: string): Enrolment
  status(sessionId: string): Promise<StatusResponse['status']>
  /** The session as it stands. */
  outcome(sessionId: string): Promise<Outcome>
  /** Waits until the session is decided or has expired, asking once a minute as the service recommends. A webhook is better. */
  waitForOutcome(sessionId: string, options?: WaitOptions): Promise<Outcome>
  explanation(sessionId: string): Promise<ExplanationResponse>
  images(sessionId: string): Promise<ImagesResponse>
  /** One of the pictures, as JPEG. */
  image(sessionId: string, name: string): Promise<Blob>
  /** The signed bundle of all that the decision rests on, as a zip file. */
  evidence(sessionId: string): Promise<Blob>
  /** All sessions, newest first, page by page as you go on. */
  sessions(options?: { mode?: 'test' | 'live'; pageSize?: number }): AsyncGenerator<SessionListEntry>
  /** Erases the faces of a decided session as numbers and keeps the session. True, or false when there was none. */
  forgetFace(sessionId: string): Promise<boolean>
  /** Offers the person of an approved session a credential of your tenant's own: for one wallet, within ten minutes. */
  offerCredential(sessionId: string): Promise<CredentialOfferResponse>
  /** Revokes it. True, or false when there was none. */
  revokeCredential(sessionId: string): Promise<boolean>
  /** Erases the session and everything of the person. True, or false when there was none. */
  deleteSession(sessionId: string): Promise<boolean>
}

export interface WaitOptions {
  /** Also while a reviewer has it. */
  untilReviewed?: boolean
  /** A minute. */
  intervalMs?: number
  signal?: AbortSignal
}

export function createClient({
  baseUrl,
  username,
  password,
  retries = 4,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  const line: Line = { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), fetch: (...call) => fetch(...call), retries, sleep }
  const authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`
  const ask = (method: Call['method'], path: string, more: Partial<Call> = {}) =>
    request(line, { method, path, authorization, ...more })
  const read = async <Answer>(sessionId: string, what: string) =>
    (await (await ask('GET', pathOf(sessionId, what))).json()) as Answer

  const client: Client = {
    async openSession(wanted = {}) {
      const content = JSON.stringify({ sessionId: crypto.randomUUID(), ...wanted })
      const body = { type: 'application/json', content }
      const answer = await ask('POST', '/api/v1/enrolment/initialize', { body })
      const opened = (await answer.json()) as InitializeResponse
      return { ...opened, enrolment: enrolmentOf(line, opened.accessToken) }
    },
    enrolment: (accessToken) => enrolmentOf(line, accessToken),
    status: async (id) => (await read<StatusResponse>(id, 'status')).status,
    async outcome(id) {
      const status = await client.status(id)
      const is = kindOf(status)
      if (is !== 'approved' && is !== 'rejected') return { is, status } as Outcome
      const parts = ['decision/results', 'document/result', 'face/result']
      const [decision, document, face] = await Promise.all(parts.map((part) => partOf(read<unknown>(id, part))))
      const results: Results = {
        decision: decision as DecisionResponse,
        ...(document ? { document: document as DocumentResult } : {}),
        ...(face ? { face: face as FaceResult } : {}),
      }
      return { is, status, results } as Outcome
    },
    async waitForOutcome(id, { untilReviewed = false, intervalMs = MINUTE, signal } = {}) {
      for (;;) {
        const is = kindOf(await client.status(id))
        if (is !== 'pending' && !(untilReviewed && is === 'waiting')) return client.outcome(id)
        await sleep(intervalMs, signal)
      }
    },
    explanation: (id) => read(id, 'decision/explanation'),
    images: (id) => read(id, 'images'),
    image: async (id, name) => (await ask('GET', pathOf(id, `images/${encodeURIComponent(name)}`))).blob(),
    evidence: async (id) => (await ask('GET', pathOf(id, 'evidence'))).blob(),
    async *sessions({ mode, pageSize = 100 } = {}) {
      for (let page = 1; ; page++) {
        const query = new URLSearchParams({ PageNumber: `${page}`, PageSize: `${pageSize}`, ...(mode && { mode }) })
        const { data } = (await (await ask('GET', `/api/v1/data/session/list?${query}`)).json()) as SessionListResponse
        yield* data
        if (data.length < pageSize) return
      }
    },
    forgetFace: (id) => wasThere(ask('POST', pathOf(id, 'forget-face'))),
    offerCredential: async (id) =>
      (await (await ask('POST', pathOf(id, 'credential/offer'))).json()) as CredentialOfferResponse,
    revokeCredential: (id) => wasThere(ask('POST', pathOf(id, 'credential/revoke'))),
    deleteSession: (id) => wasThere(ask('DELETE', pathOf(id, ''))),
  }
  return client
}

const MINUTE = 60_000

const pathOf = (sessionId: string, what: string): string =>
  `/api/v1/data/${encodeURIComponent(sessionId)}${what && `/${what}`}`

/** False where there is no such session. */
async function wasThere(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking
    return true
  } catch (error) {
    if (isServiceError(error, 'NOT_FOUND')) return false
    throw error
  }
}

/** A step that the tenant's flow does not have has no result. */
async function partOf(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (isServiceError(error, 'NOT_FOUND')) return undefined
    throw error
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
