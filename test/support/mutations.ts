import { gzipSync } from 'node:zlib'
import type { Dice } from '../http/bad-requests.ts'

/** What is JSON, or bytes. */
export type Sample = unknown

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maxLength?: number
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** A body that a schema allows, or nearly: fields in turn by chance. */
export function sampleOf(schema: Schema | undefined, dice: Dice, named: (ref: string) => Schema | undefined): Sample {
  if (!schema) return {}
  const deeper = (part: Schema | undefined) => sampleOf(part, dice, named)
  if (schema.$ref) return deeper(named(schema.$ref.replace(/#$/, '')))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  if (schema.examples?.length && dice.chance(0.7)) return structuredClone(dice.pick(schema.examples))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return deeper(dice.pick(choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => deeper(part)))
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || dice.chance(0.5))
          .map(([name, part]) => [name, deeper(part)]),
      )
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, dice.below(3)) }, () => deeper(schema.items))
    case 'integer':
    case 'number':
      return schema.minimum ?? dice.below(100)
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    default:
      return textOf(schema, dice)
  }
}

function textOf({ format, maxLength = 0 }: Schema, dice: Dice): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'date-time') return '2026-05-28T08:28:45.000Z'
  if (format === 'date') return '2026-05-28'
  if (format === 'uri') return 'https://shop.example/back'
  if (maxLength > 1_000_000) return dice.pick(['/9j/4AAQSkZJRg==', 'data:image/jpeg;base64,/9j/', 'UEsDBAoAAAAA'])
  return dice.pick(['default', 'other', 'Erik Mustermann', 'de-DE', 'AA==', '1'])
}

const BIG = 300_000

/** Values that a careless reader of JSON trips over. */
const ODD: readonly ((dice: Dice) => unknown)[] = [
  () => null,
  () => '',
  () => -1,
  () => 1e308,
  () => 2 ** 53,
  () => true,
  () => [],
  () => ({}),
  () => [[]],
  () => '\ud800',
  () => '\u0000\u202e',
  () => '__proto__',
  () => 'constructor',
  () => '../../../../etc/passwd',
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'http://[::ffff:7f00:1]/',
  () => `' or 1=1; --`,
  () => '{{7*7}}<script>',
  () => '9999-99-99T99:99:99Z',
  () => '-271821-04-20T00:00:00Z',
  (dice) => dice.pick(['A', ' ', '=', 'é', '\n', '<', '(', '٣', '{', '%']).repeat(1 + dice.below(BIG)),
  (dice) => `${'A'.repeat(4 * dice.below(BIG / 4))}!`,
  (dice) => Array.from({ length: dice.below(20_000) }, () => 1),
  (dice) => nested(1 + dice.below(2_000)),
  (dice) => Object.fromEntries(Array.from({ length: dice.below(5_000) }, (_, at) => [`k${at}`, at])),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value }
  return value
}

/** The sample with one to three places changed. */
export function mutated(sample: Sample, dice: Dice): Sample {
  let changed = structuredClone(sample)
  for (let times = 1 + dice.below(3); times > 0; times--) changed = changedOnce(changed, dice)
  return changed
}

function changedOnce(sample: Sample, dice: Dice): Sample {
  const places: [parent: Record<string, unknown>, key: string][] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null || places.length > 500) return
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key])
      walk((value as Record<string, unknown>)[key])
    }
  }
  walk(sample)
  const odd = () => dice.pick(ODD)(dice)
  if (!places.length || dice.chance(0.05)) return odd()
  const [parent, key] = dice.pick(places)
  const value = parent[key]
  const acts: (() => void)[] = [
    () => delete parent[key],
    () => Object.assign(parent, { [`x-${key}`]: odd() }),
    () =>
      Object.defineProperty(parent, '__proto__', {
        value: { isAdmin: true },
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    () => {
      parent[key] = odd()
    },
    () => {
      parent[key] = typeof value === 'string' ? changedText(value, dice) : odd()
    },
    () => {
      parent[key] = [value]
    },
  ]
  dice.pick(acts)()
  return sample
}

function changedText(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1)
  return dice.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text + text,
    () => `${text.slice(0, at)}${dice.pick(['!', ' ', '\u0000', '=', 'A', '/', '_', '%2e'])}${text.slice(at)}`,
    () => `${text.slice(0, at)}${text.slice(at).split('').reverse().join('')}`,
    () => text.toUpperCase(),
  ])()
}

/** Bytes with some changed, cut or put twice. */
export function mutatedBytes(bytes: Uint8Array, dice: Dice): Uint8Array {
  const changed = Buffer.from(bytes)
  const at = dice.below(changed.length || 1)
  return dice.pick([
    () => changed.subarray(0, at),
    () => changed.subarray(at),
    () => Buffer.concat([changed, changed.subarray(at)]),
    () =>
      Buffer.concat([changed.subarray(0, at), Buffer.alloc(dice.below(5_000), dice.below(256)), changed.subarray(at)]),
    () => {
      for (let times = 1 + dice.below(40); times > 0 && changed.length; times--)
        changed[dice.below(changed.length)] = dice.below(256)
      return changed
    },
    () => {
      // Headers are at the beginning: lengths, sizes, counts.
      for (let times = 1 + dice.below(8); times > 0 && changed.length; times--)
        changed[dice.below(Math.min(changed.length, 600))] = dice.pick([0, 1, 0x7f, 0x80, 0xff])
      return changed
    },
  ])()
}

/** The text of a body with something wrong in it, and the headers that go with it. */
export function written(sample: Sample, dice: Dice): { body: Buffer; headers: Record<string, string> } {
  const json = { 'content-type': 'application/json' }
  const text = Buffer.from(JSON.stringify(sample) ?? 'undefined')
  if (dice.chance(0.75)) return { body: text, headers: json }
  return dice.pick([
    () => ({ body: Buffer.from(mutatedBytes(text, dice)), headers: json }),
    () => ({ body: Buffer.concat([Buffer.from('\ufeff'), text]), headers: json }),
    () => ({
      body: Buffer.from(text.toString(), 'utf16le'),
      headers: { 'content-type': 'application/json; charset=utf-16' },
    }),
    () => ({ body: gzipSync(text), headers: { ...json, 'content-encoding': 'gzip' } }),
    () => ({
      body: text,
      headers: { 'content-type': dice.pick(['text/plain', 'application/xml', 'image/jpeg', 'x', '']) },
    }),
    () => ({ body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    () => ({ body: Buffer.from(`[${text},`.repeat(1 + dice.below(3_000))), headers: json }),
    () => ({ body: Buffer.from(`{"a":${'1'.repeat(1 + dice.below(BIG))}}`), headers: json }),
    () => ({ body: Buffer.alloc(0), headers: json }),
  ])()
}
