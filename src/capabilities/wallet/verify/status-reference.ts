import type { StatusReference } from '../../../domain/proofs/credential-reading.ts'

/** A reference to a status list (Token Status List, 6.2): `{idx, uri}`. Undefined for what is none. */
export function readStatusReference(value: unknown): StatusReference | undefined {
  const member = (name: string): unknown =>
    value instanceof Map
      ? value.get(name)
      : typeof value === 'object' && value !== null
        ? Reflect.get(value, name)
        : undefined
  const [uri, index] = [member('uri'), member('idx')]
  if (typeof uri !== 'string' || typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
    return undefined
  return URL.canParse(uri) && uri.length <= 2_048 ? { uri, index } : undefined
}
