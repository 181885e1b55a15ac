import { UnreadableSeal } from './parsed-seal.ts'

const DEEPEST = 32

/** JSON in the form of RFC 8785: keys in the order of their UTF-16 units, no spaces. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new UnreadableSeal('it is nested too deeply')
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each, depth + 1)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner, depth + 1)}`).join()}}`
}
