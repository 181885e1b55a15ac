import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Begun, Facts, OpenSpan, Span, Tracing } from './tracing.ts'

/** An ended span, as it is sent. */
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

/** Follows a trace through asynchronous code, and passes on every span that has ended. */
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

/**
 * The wall clock of one trace. It is read once, so that child spans stay within their parent even if the clock is set
 * meanwhile.
 */
function startClock(): Clock {
  const offset = Date.now() - performance.now()
  return (moment) => offset + moment
}

const newId = (bytes: number): string => {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? newId(bytes) : id
}

/** The contents of a `traceparent` header: W3C Trace Context, level 1, section 3.2. */
interface TraceParent {
  traceId: string
  spanId: string
  sampled: boolean
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Undefined for an invalid header, which is ignored. */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const formatTraceParent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** Which traces are recorded: the samplers of the OpenTelemetry specification, by the names of OTEL_TRACES_SAMPLER. */
export interface Sampler {
  /** The share of traces to record among those without a decision by the caller. */
  ratio: number
  /** Whether the caller's decision counts. */
  parentBased: boolean
}

export const SAMPLERS: Record<string, (ratio: number) => Sampler> = {
  always_on: () => ({ ratio: 1, parentBased: false }),
  always_off: () => ({ ratio: 0, parentBased: false }),
  traceidratio: (ratio) => ({ ratio, parentBased: false }),
  parentbased_always_on: () => ({ ratio: 1, parentBased: true }),
  parentbased_always_off: () => ({ ratio: 0, parentBased: true }),
  parentbased_traceidratio: (ratio) => ({ ratio, parentBased: true }),
}

/**
 * Every node makes the same decision about a trace: by the last 56 bits of its id, which are random (W3C Trace Context
 * 2).
 */
export function isSampled({ ratio, parentBased }: Sampler, traceId: string, byCaller: boolean | undefined): boolean {
  if (parentBased && byCaller !== undefined) return byCaller
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56
}
