import type { Facts } from '../actions/ports/tracing.ts'
import { type Attributes, attributesOf, type KeyValue, nanoseconds, type Source } from './otlp.ts'
import type { EndedSpan } from './tracer.ts'

const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2
const SAMPLED = 1

/** The body of a request to /v1/traces: ExportTraceServiceRequest of OTLP 1.x, as JSON. */
export function composeSpans({ resource, scope }: Source, spans: readonly EndedSpan[]) {
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(composeSpan) }] }] }
}

function composeSpan({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, facts, failed }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: factsOf(facts),
    status: failed ? { code: STATUS_ERROR } : {},
    flags: SAMPLED,
  }
}

const factsOf = (facts: Facts): KeyValue[] => attributesOf(facts as Attributes)
