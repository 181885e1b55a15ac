/** What spans and metrics share in OTLP's JSON. */
export interface Source {
  resource: { attributes: KeyValue[] }
  scope: { name: string; version: string }
}

export interface KeyValue {
  key: string
  value: { stringValue: string } | { intValue: number } | { doubleValue: number }
}

export type Attributes = Record<string, string | number | undefined>

/** Who sends: this process, until it ends. */
export function sourceOf(version: string, attributes: Attributes): Source {
  return { resource: { attributes: attributesOf(attributes) }, scope: { name: 'limen', version } }
}

export function attributesOf(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]): KeyValue[] => {
    if (value === undefined) return []
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }]
    return [{ key, value: Number.isInteger(value) ? { intValue: value } : { doubleValue: value } }]
  })
}

/** 64-bit numbers are text in JSON; a microsecond is as exact as the clock is. */
export const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`
