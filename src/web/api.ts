import type { ChipAppResponse } from '../capabilities/chip/contract/chip.ts'
import type { CredentialResponse, WalletRequestResponse } from '../capabilities/wallet/contract/credential.ts'
import type { ChallengeResponse } from '../contract/enrolment/challenge.ts'
import type { CompleteResponse } from '../contract/enrolment/complete.ts'
import type { ConsentRequest, ConsentResponse, ConsentTextResponse } from '../contract/enrolment/consent.ts'
import type { DeviceResponse, EnrolmentState } from '../contract/enrolment/enrolment-state.ts'
import type { HandOverOpenResponse, HandOverResponse } from '../contract/enrolment/hand-over.ts'
import { type PageSource, SECONDS_HEADER, TRIES_HEADER } from '../contract/enrolment/page-capture.ts'
import type { DocumentResponse, FaceResponse, ReviewerResponse } from '../contract/enrolment/pictures.ts'
import type { BrowserAnswer } from './ask-wallet.ts'
import type { FlowPart } from './flow.ts'
import type { Quad } from './guidance/find-sides.ts'

/** The service as the page sees it: one session, opened by its token. */
export type Api = ReturnType<typeof openApi>

type Lang = NonNullable<EnrolmentState['lang']>

/** A picture, and how it came. */
interface Sent {
  picture: Blob
  source: PageSource
  /** Headers that say how the camera behaved. */
  camera?: Record<string, string>
  /** The document's corners in shares of it, where the person has set them. */
  marked?: Quad | undefined
}

/** The service said no in a way the page cannot mend by sending again. */
export class ApiError extends Error {
  declare readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The code of what went wrong; whatever the service did not say is a fault of ours. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'INTERNAL_ERROR')

export interface Upload extends Sent {
  path: string
  token: string
  /** Headers that say what the person has spent on it. */
  spent: Record<string, string>
  signal: AbortSignal
  /** Called with 0..1 while it is uploaded. */
  sent: (share: number) => void
}

/** What moves pictures and events. */
interface Transfer {
  upload(sent: Upload): Promise<unknown>
  followEvents(token: string, changed: (state: EnrolmentState) => void, signal: AbortSignal): Promise<void>
}

interface ApiOptions {
  token: string
  /** Called when a request starts to wait for the network or for a place in the queue, and again when it goes on. */
  waiting: (why: 'offline' | 'busy' | undefined) => void
  /** Called with 0..1 while a picture is uploaded. */
  sent: (share: number) => void
  /** Loaded when it is wanted: the first screen does without. */
  transfer: () => Promise<Transfer>
}

const POLL_MS = 3_000
const LONGEST_WAIT_MS = 15_000
/** A picture that a fault of the service stopped is sent again so often, so far apart, before the person hears of it. */
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
    /** Says whether this page is in sight; nobody waits for an answer. */
    tellPresence(deviceId: string, isHere: boolean) {
      // One after the other. The page may be frozen the next moment: the browser sends it all the same. Lost, it is not shown.
      const body = JSON.stringify({ deviceId, ...(!isHere && { away: true }) })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const tell = () => fetch('/api/v1/enrolment/device', { method: 'POST', keepalive: true, headers, body })
      reporting = reporting.then(tell).catch(() => undefined)
    },
    /** A short link to another device. */
    offerHandOver: (lang: Lang) => call<HandOverResponse>('POST', 'handover', { lang }),
    /** Comes in by such a link; from then on the session is open. */
    async openHandOver(code: string, deviceId: string, takeOver: boolean) {
      const opened = await call<HandOverOpenResponse>('POST', 'handover/open', { code, deviceId, takeOver })
      token = opened.accessToken ?? token
      effort.begin()
      return opened
    },
    sendDocument: (picture: Sent, signal?: AbortSignal) => deliver<DocumentResponse>('document', picture, signal),
    sendFace: (picture: Sent, signal?: AbortSignal) => deliver<FaceResponse>('face', picture, signal),
    /** A refused picture, for a reviewer to look at. */
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
    drawChallenge: () => call<ChallengeResponse>('POST', 'challenge', {}),
    declineChallenge: () => call<ChallengeResponse>('POST', 'challenge', { declined: true }),
    /** What a wallet is asked. */
    askWallet: (transport: 'browser' | 'link' | 'redirect') =>
      call<WalletRequestResponse>('POST', 'credential/request', { transport }),
    /** What the browser's wallet answered. */
    sendCredential: (answer: BrowserAnswer) => call<CredentialResponse>('POST', 'credential', answer),
    /** A credential of the tenant's own, once the session is approved. */
    offerCredential: () => call<{ link?: string }>('POST', 'credential/offer'),
    /** The link to the app that reads the chip. */
    openChipApp: () => call<ChipAppResponse>('POST', 'chip/app'),
    complete: () => call<CompleteResponse>('POST', 'complete'),
    /** Follows the session until `signal` aborts; calls back at once and on every change. */
    async follow(changed: (state: EnrolmentState) => void, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await (await transfer()).followEvents(token, changed, signal)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError) throw error
          // No stream to be had (an old proxy, a lost connection): ask instead, then try the stream again.
          await pause(POLL_MS)
          if (!signal.aborted) changed(await call<EnrolmentState>('GET', 'session'))
        }
      }
    },
  }
}

/**
 * Sends again what got lost on the way: a picture sent twice replaces itself, so nothing is ever doubled. A request that is
 * under way when the browser goes offline will not be answered: it is given up at once, not when the system notices.
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

/** Waits, but no longer than until the network is back. */
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

/** What a person spends on a step: pictures sent for it, and seconds since the step before. */
interface Effort {
  /** One picture more, and what to say of it. */
  count(): Record<string, string>
  /** A step is done: the next begins. */
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
