import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { withDeadline } from '../deadline.ts'
import type { Destination } from './settings.ts'
import type { EndedSpan } from './tracer.ts'

interface SpanQueue {
  add(span: EndedSpan): void
  /** Sends what is left and accepts nothing more. */
  close(): Promise<void>
}

interface SpanQueueOptions {
  delayMs: number
  /** The size of the queue. */
  limit: number
  batch: number
  send(spans: readonly EndedSpan[]): Promise<void>
  /** Called with the number of dropped spans and the reason. */
  lost(count: number, why: string): void
  sent(): void
}

/** The queue of spans to send. A slow or unreachable collector costs spans, never a request. */
export function openSpanQueue({ delayMs, limit, batch, send, lost, sent }: SpanQueueOptions): SpanQueue {
  let waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function drain(): Promise<void> {
    while (waiting.length) {
      const spans = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      try {
        await send(spans)
        sent()
      } catch (error) {
        lost(spans.length, error instanceof Error ? error.message : String(error))
      }
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= drain().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    add(span) {
      if (closed) return
      if (waiting.length >= limit) return lost(1, `more than ${limit} spans wait`)
      waiting.push(span)
      if (waiting.length >= batch) void start()
      else timer ??= setTimeout(start, delayMs).unref()
    },
    async close() {
      closed = true
      await sending
      await start()
    },
  }
}

/** Posts one body. Throws if the collector did not accept all of it. */
type Send = (body: object, until?: AbortSignal) => Promise<void>

/** The status codes that OTLP allows to retry. */
const AGAIN = new Set([429, 502, 503, 504])
/** With exponential backoff from one second, about half a minute in all. */
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

const compress = promisify(gzip)

export function createSender(
  { url, headers, timeoutMs, gzip: zips }: Destination,
  firstPauseMs = FIRST_PAUSE_MS,
): Send {
  return async (body, until) => {
    const text = JSON.stringify(body)
    const bytes = zips ? new Uint8Array(await compress(text)) : text
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(bytes, until)
      if (outcome.done) return
      const pauseMs = Math.min(outcome.afterMs ?? firstPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
      if (!outcome.again || attempt === ATTEMPTS || until?.aborted) throw new Error(outcome.problem)
      await pause(pauseMs * (0.75 + Math.random() / 2), until)
    }
  }

  async function attemptOnce(
    body: string | Uint8Array<ArrayBuffer>,
    until: AbortSignal | undefined,
  ): Promise<SendOutcome> {
    try {
      const [response, answer] = await withDeadline(
        'collector',
        timeoutMs,
        async (signal) => {
          const response = await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(zips && { 'content-encoding': 'gzip' }), ...headers },
            body,
            redirect: 'error',
            signal,
          })
          return [response, await response.text()] as const
        },
        until,
      )
      if (response.ok) return judgeAnswer(answer)
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      return {
        done: false,
        again: AGAIN.has(response.status),
        problem: `the collector answered ${response.status}`,
        ...(Number.isFinite(seconds) && { afterMs: seconds * 1000 }),
      }
    } catch (error) {
      return { done: false, again: true, problem: `the collector cannot be reached: ${reasonOf(error)}` }
    }
  }
}

type SendOutcome = { done: true } | { done: false; again: boolean; problem: string; afterMs?: number }

/** A collector may accept only a part and say so; sending it again would not help. */
function judgeAnswer(answer: string): SendOutcome {
  const [, rejected = '0'] = /"rejected(?:Spans|DataPoints)"\s*:\s*"?(\d+)/.exec(answer) ?? []
  if (Number(rejected) === 0) return { done: true }
  return { done: false, again: false, problem: `the collector refused ${rejected} of what was sent` }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return cause?.code ?? (error instanceof Error ? error.message : String(error))
}

/** Ends early when there is no time left. */
function pause(ms: number, until: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    until?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
