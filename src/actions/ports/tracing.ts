/** Tells where the time of a request goes. Absent unless an operator asked for it; everything works without. */
export interface Tracing {
  /** Begins something that belongs to nothing here: a request, or work outside requests. */
  begin(work: Begun): OpenSpan
  /** What is under way here, so that its parts can be traced; undefined where nothing is, or where it is not recorded. */
  here(): Span | undefined
}

export interface Begun {
  name: string
  /** Who asked for it: somebody else (`server`), or we ask somebody else (`client`). */
  kind: 'server' | 'client'
  facts: Facts
  /** The caller's `traceparent` header: what the work is part of elsewhere. */
  traceparent?: string | undefined
}

export interface Span {
  /** A part that is over. Times are of `performance.now()`. */
  addPart(name: string, facts: Facts, from: number, to: number): Span
}

export interface OpenSpan {
  traceId: string
  /** The header for whoever is asked next (W3C Trace Context). */
  traceparent: string
  /** Whatever this starts is part of it. */
  run<Value>(work: () => Value): Value
  end(facts: Facts, failed: boolean): void
}

/**
 * Everything that may be said of a span: names of our own, closed lists and numbers. No id of a session, no name, no
 * address, no value of a query: nothing that a person brought can be put here.
 */
export interface Facts {
  'http.request.method'?: string
  /** The pattern, never the address. */
  'http.route'?: string
  'http.response.status_code'?: number
  'db.system.name'?: 'sqlite' | 'postgresql'
  'db.operation.name'?: string
  /** The table. */
  'db.collection.name'?: string
  /** What a worker was asked for. */
  'limen.task'?: string
  'limen.cpu_ms'?: number
  /** Where pictures lie. */
  'limen.store'?: 'folder' | 's3'
  /** The name of the error's class, not its message. */
  'error.type'?: string
}
