import { isoDate } from '../../../formats/text/dates.ts'
import type { SealFields, SealValue } from '../seal-reading.ts'
import { type ParsedSeal, UnreadableSeal } from './parsed-seal.ts'
import { fieldsOfMrz, mrzLines } from './read-features.ts'
import { decodeBase32 } from './text-codes.ts'

export const TWO_D_DOC_START = /^DC0[0-9]/
const GROUP = '\u001d'
const RECORD = '\u001e'
const UNIT = '\u001f'

/**
 * French 2D-Doc (ANTS), versions 1 to 4: a header with fixed positions, fields, and a signature in Base32 after a
 * separator.
 */
export function readTwoDDoc(text: string): ParsedSeal {
  const header = HEADER.exec(text)
  const version = Number(header?.[1])
  const length = [22, 22, 24, 26][version - 1]
  if (!header || !length || text.length < length) throw new UnreadableSeal('a header that cannot be read')
  const [, , authority = '', certificate = '', issued = '', signed = '', type = ''] = header
  const perimeter = version < 3 ? '01' : text.slice(22, 24)
  const country = version < 4 ? 'FR' : text.slice(24, 26)
  const end = text.indexOf(UNIT)
  if (end < length || !/^[0-9A-Z]{2}$/.test(perimeter) || !/^[A-Z]{2}$/.test(country))
    throw new UnreadableSeal('it has no signature or a wrong header')
  const [coded = ''] = text.slice(end + 1).split(GROUP)
  const signedOn = dayOf(signed) ?? dayOf(issued)
  if (!signedOn) throw new UnreadableSeal('it has no date')
  const values =
    perimeter === '01' ? valuesOf(text.slice(length, end)) : [{ name: 'rest', value: text.slice(length, end) }]
  const mrz = mrzIn(values)
  const until = dateIn(values, '6O')
  return {
    kind: '2D_DOC',
    country,
    documentType: type,
    signedOn,
    ...(until && { validUntil: until }),
    fields: {
      ...fieldsOf(values),
      ...(mrz && fieldsOfMrz(mrz, mrz.length === 3 ? 'TD1' : mrz[0]?.length === 44 ? 'TD3' : 'TD2', signedOn)),
    },
    values,
    ...(mrz && { mrz }),
    signer: { identifier: authority, reference: certificate },
    signed: Buffer.from(text.slice(0, end), 'latin1'),
    signature: { bytes: decodeBase32(coded), scheme: 'ecdsa' },
  }
}

const HEADER = /^DC0([1-4])([A-Z]{2}[0-9A-Z]{2})([0-9A-Z]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-Z]{2})/

/** Days since 2000 in four hexadecimal digits; FFFF means no date. */
function dayOf(hex: string): string | undefined {
  if (hex === 'FFFF') return undefined
  return new Date(Date.UTC(2000, 0, 1 + Number.parseInt(hex, 16))).toISOString().slice(0, 10)
}

/**
 * Fields have a fixed length, or end at a separator or at their greatest length, where there is no separator.
 * Everything after an unknown field is left unread.
 */
function valuesOf(text: string): SealValue[] {
  const values: SealValue[] = []
  let at = 0
  while (at < text.length) {
    const id = text.slice(at, at + 2)
    const fixed = FIXED[id]
    const longest = LONGEST[id]
    if (!fixed && longest === undefined) return [...values, { name: 'rest', value: text.slice(at) }]
    const stop = [GROUP, RECORD].map((mark) => text.indexOf(mark, at)).filter((index) => index >= 0)
    const end = fixed ? at + 2 + fixed : Math.min(text.length, at + 2 + (longest ?? 0), ...stop)
    const value = text.slice(at + 2, end)
    if ((fixed && value.length !== fixed) || /\p{Cc}/u.test(value)) throw new UnreadableSeal(`an invalid field ${id}`)
    if (values.some(({ name }) => name === id)) throw new UnreadableSeal(`the field ${id} twice`)
    values.push({ name: id, value: value.trim() })
    at = end + (text[end] === GROUP || text[end] === RECORD ? 1 : 0)
  }
  return values
}

/** `id:length`, as the specification of 2D-Doc lists the fields. */
const lengths = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((each) => each.split(':'))
      .map(([id = '', length]) => [id, length === '*' ? Number.POSITIVE_INFINITY : Number(length)]),
  )

/**
 * Fields of a fixed length: about the document, bills and addresses, accounts, taxes, employment, and persons. The
 * values of fields that are in neither list are kept whole.
 */
const FIXED = lengths(`
  06:4 07:6 08:4 09:4 0A:9 0B:9 0D:36
  1C:8 1G:1 1H:1 24:5 26:2 2B:5 2D:2
  34:2 36:4 37:4
  40:13 44:13 45:4 47:13 49:13 4A:8 4B:8 4C:8 4F:15 4P:5 4S:4
  50:14 51:6 52:7 53:4 54:4 55:8 56:8 57:8 5H:5 5J:2 5N:21 5T:1
  65:2 67:2 68:1 69:8 6B:3 6C:2 6I:2 6J:1 6K:19 6L:8 6N:8 6O:8 6R:12 6W:5 6Y:2`)

/** Fields of a variable length, with the greatest one. */
const LONGEST = lengths(`
  01:* 02:* 03:* 04:* 05:* 0C:*
  10:38 11:38 12:38 13:38 14:38 15:38 16:38 17:38 18:* 19:* 1A:* 1B:* 1D:16 1E:30 1F:30 1I:38 1J:38 1K:38 1L:38 1M:38
  1N:38 1O:38 1P:38 20:38 21:38 22:38 23:38 25:32 27:38 28:38 29:38 2A:38 2C:32
  30:140 31:38 32:11 33:30 35:34 38:11 39:11
  41:12 42:* 43:5 46:38 48:38 4D:12 4E:12 4G:38 4H:77 4I:12 4J:12 4K:38 4L:38 4M:3 4N:38 4O:38 4Q:32 4R:30 4T:30 4U:38
  4V:* 4W:* 4X:* 4Y:*
  58:11 59:12 5A:11 5B:12 5C:11 5D:38 5E:38 5F:38 5G:38 5I:32 5K:50 5L:14 5M:38 5O:38 5P:38 5Q:38 5R:38 5S:40 5U:12
  60:60 61:20 62:38 63:38 64:38 66:20 6A:32 6D:60 6E:60 6F:90 6G:38 6H:10 6M:40 6P:40 6Q:10 6S:38 6T:38 6U:38 6V:38
  6X:32 6Z:11`)

function fieldsOf(values: readonly SealValue[]): SealFields {
  const value = (id: string) => values.find(({ name }) => name === id)?.value
  const [given, surname, number, nationality, sex] = ['60', '62', '66', '67', '68'].map(value)
  const birth = dateIn(values, '69')
  return {
    // Given names are separated by a slash.
    ...(given && { givenNames: given.replaceAll('/', ' ') }),
    ...(surname && { surname }),
    ...(number && { documentNumber: number }),
    ...(nationality && { nationality }),
    ...(sex && { sex }),
    ...(birth && { dateOfBirth: birth }),
  }
}

/** DDMMYYYY. */
function dateIn(values: readonly SealValue[], id: string): string | undefined {
  const text = values.find(({ name }) => name === id)?.value
  if (text === undefined) return undefined
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}

function mrzIn(values: readonly SealValue[]): string[] | undefined {
  const text = values.find(({ name }) => name === '6F')?.value
  if (text === undefined) return undefined
  if (text.length === 90) return mrzLines(text, 'TD1')
  return mrzLines(text, text.length === 88 ? 'TD3' : 'TD2')
}
