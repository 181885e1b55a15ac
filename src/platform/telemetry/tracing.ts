/**
 * Records how the time of a request is spent (OpenTelemetry spans). Absent unless an operator asked for it; everything
 * works without.
 */
export interface Tracing {
  /** Begins a root span: a request, or work outside requests. */
  begin(work: Begun): OpenSpan
  /** The current span, so that its parts can be traced; undefined if there is none, or if it is not recorded. */
  here(): Span | undefined
}

export interface Begun {
  name: string
  /** Who makes the call: somebody else (`server`), or we do (`client`). */
  kind: 'server' | 'client'
  facts: Facts
  /** The caller's `traceparent` header: the parent span elsewhere. */
  traceparent?: string | undefined
}

export interface Span {
  /** A finished part. Times are of `performance.now()`. */
  addPart(name: string, facts: Facts, from: number, to: number): Span
}

export interface OpenSpan {
  traceId: string
  /** The header for the next service that is called (W3C Trace Context). */
  traceparent: string
  /** Everything that this starts becomes part of it. */
  run<Value>(work: () => Value): Value
  end(facts: Facts, failed: boolean): void
}

/**
 * The closed list of what a span may carry: names of our own, closed lists and numbers. No session id, name, address or
 * query value: personal data cannot get in here.
 */
export interface Facts {
  'http.request.method'?: string
  /** The route pattern, never the address. */
  'http.route'?: string
  'http.response.status_code'?: number
  'db.system.name'?: 'sqlite' | 'postgresql'
  'db.operation.name'?: string
  /** The table. */
  'db.collection.name'?: string
  /** The request to a worker. */
  'limen.task'?: string
  'limen.cpu_ms'?: number
  /** The picture store. */
  'limen.store'?: 'folder' | 's3'
  /** The name of the error's class, not its message. */
  'error.type'?: string
}
