import type { EndedSpan } from './tracer.ts'

interface SpanQueue {
  add(span: EndedSpan): void
  /** Sends what is left and takes nothing more. */
  close(): Promise<void>
}

interface SpanQueueOptions {
  delayMs: number
  /** How many may wait. */
  limit: number
  batch: number
  send(spans: readonly EndedSpan[]): Promise<void>
  /** Spans that nobody will see, and why. */
  lost(count: number, why: string): void
  sent(): void
}

/** Spans on their way out. A collector that is slow or away costs spans, never a request. */
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
