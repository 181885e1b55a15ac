import { type PageSource, SECONDS_HEADER, TRIES_HEADER } from '../../kernel/evidence/contract/page-capture.ts'
import type { DocumentResponse, FaceResponse, ReviewerResponse } from '../../kernel/evidence/contract/pictures.ts'
import type { CompleteResponse } from '../../kernel/session/contract/complete.ts'
import type { ConsentRequest, ConsentResponse, ConsentTextResponse } from '../../kernel/session/contract/consent.ts'
import type { DeviceResponse, EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import type { HandOverOpenResponse, HandOverResponse } from '../../kernel/session/contract/hand-over.ts'
import type { FlowPart } from './flow-part.ts'
import type { Quad } from './guidance/find-sides.ts'

/** The service as the page sees it: one session, opened by its token. */
export type Api = ReturnType<typeof openApi>

type Lang = NonNullable<EnrolmentState['lang']>

/** A picture and its source. */
interface Sent {
  picture: Blob
  source: PageSource
  /** Headers that describe how the camera behaved. */
  camera?: Record<string, string>
  /** The document's corners as fractions of the picture, if the person has set them. */
  marked?: Quad | undefined
}

/** The service refused a request in a way that sending it again cannot fix. */
export class ApiError extends Error {
  declare readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The error code; an error without a code from the service counts as internal. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'INTERNAL_ERROR')

export interface Upload extends Sent {
  path: string
  token: string
  /** Headers that report how many pictures and how much time the person has spent on a step. */
  spent: Record<string, string>
  signal: AbortSignal
  /** Called with 0..1 during the upload. */
  sent: (share: number) => void
}

/** Transfers pictures and events. */
interface Transfer {
  upload(sent: Upload): Promise<unknown>
  followEvents(token: string, changed: (state: EnrolmentState) => void, signal: AbortSignal): Promise<void>
}

interface ApiOptions {
  token: string
  /** Called when a request starts to wait for the network or for a place in the queue, and again when it continues. */
  waiting: (why: 'offline' | 'busy' | undefined) => void
  /** Called with 0..1 during the upload of a picture. */
  sent: (share: number) => void
  /** Loaded on demand: the first screen does not need it. */
  transfer: () => Promise<Transfer>
}

const POLL_MS = 3_000
const LONGEST_WAIT_MS = 15_000
/**
 * How many times, and after how many seconds, a picture that failed because of the service is sent again before the
 * person is notified.
 */
const FAULTS = 2
const FAULT_SECONDS = 2

export function openApi({ token: given, waiting, sent, transfer }: ApiOptions) {
  let token = given
  const call = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    persist((attempt) => exchange(method, path, body, attempt), waiting) as Promise<Answer>
  const effort = measureEffort()
  let reporting: Promise<unknown> = Promise.resolve()
  const deliver = async <Answer extends { hasError: boolean }>(path: string, picture: Sent, signal?: AbortSignal) => {
    const spent = effort.count()
    const send = async (attempt: AbortSignal, times: number) => {
      const answer = (await (
        await transfer()
      ).upload({ path, token, ...picture, spent, signal: attempt, sent })) as Answer
      if (times < FAULTS && 'error' in answer && answer.error === 'INTERNAL_ERROR') throw new Busy(FAULT_SECONDS)
      return answer
    }
    const answer = (await persist(send, waiting, signal)) as Answer
    if (!answer.hasError) effort.begin()
    return answer
  }

  async function exchange(
    method: string,
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    const response = await fetch(`/api/v1/enrolment/${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answerOf(response.status, await response.text(), response.headers.get('retry-after'))
  }

  return {
    state: () => call<EnrolmentState>('GET', 'session'),
    async joinDevice(deviceId: string, takeOver: boolean) {
      const joined = await call<DeviceResponse>('POST', 'device', { deviceId, takeOver })
      token = joined.accessToken ?? token
      effort.begin()
      return joined
    },
    /** Reports whether this page is visible; nobody waits for the answer. */
    tellPresence(deviceId: string, isHere: boolean) {
      // One after the other. The page may be frozen at any moment, but the browser still sends the request. If it is
      // lost, it is not shown.
      const body = JSON.stringify({ deviceId, ...(!isHere && { away: true }) })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const tell = () => fetch('/api/v1/enrolment/device', { method: 'POST', keepalive: true, headers, body })
      reporting = reporting.then(tell).catch(() => undefined)
    },
    /** A short link for another device. */
    offerHandOver: (lang: Lang) => call<HandOverResponse>('POST', 'handover', { lang }),
    /** Exchanges the code of such a link for a token; from then on the session is open. */
    async openHandOver(code: string, deviceId: string, takeOver: boolean) {
      const opened = await call<HandOverOpenResponse>('POST', 'handover/open', { code, deviceId, takeOver })
      token = opened.accessToken ?? token
      effort.begin()
      return opened
    },
    sendDocument: (picture: Sent, signal?: AbortSignal) => deliver<DocumentResponse>('document', picture, signal),
    sendFace: (picture: Sent, signal?: AbortSignal) => deliver<FaceResponse>('face', picture, signal),
    /** Sends a refused picture to a reviewer. */
    sendToReviewer: (of: FlowPart, picture: Sent, signal?: AbortSignal) =>
      deliver<ReviewerResponse>(`reviewer?of=${of}`, picture, signal),
    consentText: (lang: Lang) => call<ConsentTextResponse>('GET', `consent?lang=${lang}`),
    async giveConsent(given: ConsentRequest) {
      const kept = await call<ConsentResponse>('POST', 'consent', given)
      effort.begin()
      return kept
    },
    /** Erases the session. */
    withdraw: () => call<ConsentResponse>('POST', 'withdraw'),
    /** The same while the page is left: the browser still sends it, and nobody is there to hear the answer. */
    withdrawAndLeave() {
      void fetch('/api/v1/enrolment/withdraw', {
        method: 'POST',
        keepalive: true,
        headers: { authorization: `Bearer ${token}` },
      })
    },
    /** Any other call of the session, for what a feature asks. */
    call,
    complete: () => call<CompleteResponse>('POST', 'complete'),
    /** Follows the session until `signal` aborts; calls back at once and on every change. */
    async follow(changed: (state: EnrolmentState) => void, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await (await transfer()).followEvents(token, changed, signal)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError) throw error
          // No stream (an old proxy, a lost connection): poll instead, then try the stream again.
          await pause(POLL_MS)
          if (!signal.aborted) changed(await call<EnrolmentState>('GET', 'session'))
        }
      }
    },
  }
}

/**
 * Sends a lost request again: a picture that is sent twice replaces itself. A request that is
 * under way when the browser goes offline is aborted at once, not when the system notices.
 */
export async function persist(
  send: (attempt: AbortSignal, times: number) => Promise<unknown>,
  waiting: ApiOptions['waiting'],
  signal?: AbortSignal,
): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const tried = new AbortController()
    const giveUp = () => tried.abort()
    addEventListener('offline', giveUp)
    signal?.addEventListener('abort', giveUp)
    try {
      if (signal?.aborted) throw new ApiError('ABORTED')
      const answer = await send(tried.signal, attempt)
      waiting(undefined)
      return answer
    } catch (error) {
      if (signal?.aborted) throw new ApiError('ABORTED')
      if (error instanceof ApiError && !tried.signal.aborted) throw error
      const busy = error instanceof Busy
      waiting(busy ? 'busy' : 'offline')
      await pause(busy ? error.seconds * 1000 : Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS))
    } finally {
      removeEventListener('offline', giveUp)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

class Busy extends Error {
  declare readonly seconds: number
  constructor(seconds: number) {
    super('busy')
    this.seconds = seconds
  }
}

export function answerOf(status: number, text: string, retryAfter: string | null): unknown {
  if (status === 503 || status === 429) throw new Busy(Math.min(Number(retryAfter) || 2, 30))
  if (status === 408 || status === 502 || status === 504) throw new TypeError('network')
  const body = parse(text)
  if (status >= 400) throw new ApiError(codeIn(status, body))
  return body
}

function parse(text: string): { error?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function codeIn(status: number, body: { error?: string }): string {
  return body.error ?? (status === 413 ? 'PAYLOAD_TOO_LARGE' : status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR')
}

/** Waits, but only until the network is back. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, ms)
    addEventListener('online', goOn)
  })

/** What a person spends on a step: the pictures sent for it, and the seconds since the previous step. */
interface Effort {
  /** Counts one more picture and returns the headers that report it. */
  count(): Record<string, string>
  /** A step is done: the next one begins. */
  begin(): void
}

export function measureEffort(now: () => number = () => performance.now()): Effort {
  let tries = 0
  let since = now()
  return {
    count() {
      tries += 1
      return { [TRIES_HEADER]: String(tries), [SECONDS_HEADER]: String(Math.round((now() - since) / 1000)) }
    },
    begin() {
      tries = 0
      since = now()
    },
  }
}
