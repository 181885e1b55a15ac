import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Begun, Facts, OpenSpan, Span, Tracing } from '../actions/ports/tracing.ts'
import { isSampled, type Sampler } from './sampler.ts'
import { formatTraceParent, parseTraceParent } from './traceparent.ts'

/** A span that is over, as it is sent. */
export interface EndedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: Begun['kind'] | 'internal'
  /** Milliseconds since 1970. */
  startMs: number
  endMs: number
  facts: Facts
  failed: boolean
}

/** Follows what belongs together through everything asynchronous, and hands on every span that is over. */
export function createTracer(
  { sampler, heedsCallers }: { sampler: Sampler; heedsCallers: boolean },
  ended: (span: EndedSpan) => void,
): Tracing {
  const underWay = new AsyncLocalStorage<Span | undefined>()

  function begin({ name, kind, facts, traceparent }: Begun): OpenSpan {
    const parent = heedsCallers ? parseTraceParent(traceparent) : undefined
    const traceId = parent?.traceId ?? newId(16)
    const spanId = newId(8)
    const sampled = isSampled(sampler, traceId, parent?.sampled)
    const clock = startClock()
    const startMs = clock(performance.now())
    return {
      traceId,
      traceparent: formatTraceParent({ traceId, spanId, sampled }),
      run: (work) => underWay.run(sampled ? spanOf(traceId, spanId, clock) : undefined, work),
      end(more, failed) {
        if (!sampled) return
        const endMs = clock(performance.now())
        const parentSpanId = parent && { parentSpanId: parent.spanId }
        ended({ traceId, spanId, ...parentSpanId, name, kind, startMs, endMs, facts: { ...facts, ...more }, failed })
      },
    }
  }

  function spanOf(traceId: string, spanId: string, clock: Clock): Span {
    return {
      addPart(name, facts, from, to) {
        const part = { traceId, spanId: newId(8), parentSpanId: spanId, name, kind: 'internal' as const, facts }
        ended({ ...part, startMs: clock(from), endMs: clock(to), failed: facts['error.type'] !== undefined })
        return spanOf(traceId, part.spanId, clock)
      },
    }
  }

  return { begin, here: () => underWay.getStore() }
}

type Clock = (moment: number) => number

/** The wall clock of one trace: read once, so that parts never lie outside of the whole when it is set meanwhile. */
function startClock(): Clock {
  const offset = Date.now() - performance.now()
  return (moment) => offset + moment
}

const newId = (bytes: number): string => {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? newId(bytes) : id
}
