/** Which traces are recorded: the samplers of the OpenTelemetry specification, by the names of OTEL_TRACES_SAMPLER. */
export interface Sampler {
  /** The share of those that nobody else has decided on. */
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

/** Every node decides the same on one trace: by the last 56 bits of its id, which are random (W3C Trace Context 2). */
export function isSampled({ ratio, parentBased }: Sampler, traceId: string, byCaller: boolean | undefined): boolean {
  if (parentBased && byCaller !== undefined) return byCaller
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56
}
