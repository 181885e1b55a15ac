import { hexOf } from '../../../asn1/values.ts'
import { isoDate } from '../../../domain/text/dates.ts'
import { fieldsOfMrz, mrzLines } from './mrz-fields.ts'
import { numericDate, type ParsedSeal, UnreadableSeal, utf8 } from './parsed-seal.ts'
import { decodeC40 } from './text-codes.ts'
import type { Feature } from './vds-features.ts'

export interface Tlv {
  tag: number
  value: Uint8Array
}

type Read = Pick<ParsedSeal, 'fields' | 'values' | 'portrait' | 'mrz' | 'validFrom' | 'validUntil'>

/** Reads features by what they are known to be. One that nobody names is kept as it is written. */
export function readFeatures(
  found: readonly Tlv[],
  known: Record<number, Feature>,
  signedOn: string,
  unknownAs: 'hex' | 'text' = 'hex',
): Read {
  const read: Read = { fields: {}, values: [] }
  for (const { tag, value } of found) {
    const feature = known[tag] ?? { name: `0x${hexOf(Uint8Array.of(tag))}`, as: unknownAs }
    if (feature.as === 'picture') read.portrait = value
    else if (typeof feature.as === 'object') {
      const { mrz } = feature.as
      const lines = mrzLines(decodeC40(value), mrz)
      // The MRZ says more than the rest and stands first in what is compared.
      Object.assign(read, { mrz: lines, fields: { ...read.fields, ...fieldsOfMrz(lines, mrz, signedOn) } })
      read.values.push({ name: feature.name, value: lines.join('\n') })
    } else {
      const text = textOf(value, feature, unknownAs)
      read.values.push({ name: feature.name, value: text })
      if (feature.field === 'validFrom' || feature.field === 'validUntil') read[feature.field] = text
      else if (feature.field) read.fields[feature.field] = text
    }
  }
  return read
}

function textOf(value: Uint8Array, { name, as }: Feature, unknownAs: 'hex' | 'text'): string {
  if (as === 'c40') return decodeC40(value).trimEnd()
  if (as === 'number') return String(single(value))
  if (as === 'date') return writtenDate(utf8(value))
  if (as === 'maskedDate') return maskedDate(value) ?? hexOf(value)
  if (as === 'hex') return hexOf(value)
  const isNamed = !name.startsWith('0x')
  return isNamed || unknownAs === 'hex' ? utf8(value) : printable(value)
}

function single(value: Uint8Array): number {
  const [byte] = value
  if (byte === undefined || value.length !== 1) throw new UnreadableSeal('a number of another length')
  return byte
}

/** YYYYMMDD. */
function writtenDate(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  const date = isoDate(Number(year), Number(month), Number(day))
  if (!date) throw new UnreadableSeal('a date that is none')
  return date
}

/** A date behind a byte that says which of its digits are not known; undefined where one is not. */
export function maskedDate(value: Uint8Array): string | undefined {
  if (value.length !== 4) throw new UnreadableSeal('a date of another length')
  return value[0] === 0 ? numericDate(value.subarray(1)) : undefined
}

/** What only a profile names: a text, unless it cannot be one. */
function printable(value: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(value)
  return /[\p{Cc}\uFFFD]/u.test(text) ? hexOf(value) : text
}
