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
export function readTwoDDoc(written: string): ParsedSeal {
  const text = withSeparators(written)
  const header = HEADER.exec(text)
  const version = Number(header?.[1])
  const length = [22, 22, 24, 26][version - 1]
  if (!header || !length || text.length < length) throw new UnreadableSeal('a header that cannot be read')
  const [, , authority = '', certificate = '', issued = '', signed = '', type = ''] = header
  const perimeter = version < 3 ? '01' : text.slice(22, 24)
  const country = version < 4 ? 'FR' : text.slice(24, 26)
  const end = text.includes(UNIT) ? text.indexOf(UNIT) : text.length
  if (end < length || !/^[0-9A-Z]{2}$/.test(perimeter) || !/^[A-Z]{2}$/.test(country))
    throw new UnreadableSeal('a wrong header')
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
    ...(coded !== '' && { signature: { bytes: decodeBase32(coded), scheme: 'ecdsa' } }),
  }
}

/** Readers that act as a keyboard write the separators as names. Their signs are in no field (C40). */
function withSeparators(text: string): string {
  if (text.includes(UNIT) || !text.includes('<US>')) return text
  return text.replaceAll('<GS>', GROUP).replaceAll('<RS>', RECORD).replaceAll('<US>', UNIT)
}

const HEADER = /^DC0([1-4])([A-Z]{2}[0-9A-Z]{2})([0-9A-Z]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-Z]{2})/

/** Days since 2000 in four hexadecimal digits; FFFF means no date. */
function dayOf(hex: string): string | undefined {
  if (hex === 'FFFF') return undefined
  return new Date(Date.UTC(2000, 0, 1 + Number.parseInt(hex, 16))).toISOString().slice(0, 10)
}

/**
 * Fields have a fixed length, or end at a separator or at their greatest length, where there is no separator. A field
 * that is not known ends at a separator.
 */
function valuesOf(text: string): SealValue[] {
  const values: SealValue[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === GROUP) {
      at += 1
      continue
    }
    const id = text.slice(at, at + 2)
    if (!/^[0-9A-Z]{2}$/.test(id)) return [...values, { name: 'rest', value: text.slice(at) }]
    const fixed = FIXED[id]
    const longest = LONGEST[id] ?? Number.POSITIVE_INFINITY
    const stop = [GROUP, RECORD].map((mark) => text.indexOf(mark, at)).filter((index) => index >= 0)
    const end = fixed ? at + 2 + fixed : Math.min(text.length, at + 2 + longest, ...stop)
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
 * Fields of a fixed length, by the first character: about the document, bills, addresses, accounts, taxes, employment,
 * persons, deaths, cards, acts, vehicles, diplomas, sales of vehicles, customs, licences, tests, asylum, deliveries,
 * nurses and vaccinations.
 */
const FIXED = lengths(`
  06:4 07:6 08:4 09:4 0A:9 0B:9 0D:36
  1C:8 1G:1 1H:1 24:5 26:2 2B:5 2D:2
  34:2 36:4 37:4
  40:13 44:13 45:4 47:13 49:13 4A:8 4B:8 4C:8 4F:15 4P:5 4S:4
  50:14 51:6 52:7 53:4 54:4 55:8 56:8 57:8 5H:5 5J:2 5N:21 5T:1 5V:12 5W:2 5Y:12
  65:2 67:2 68:1 69:8 6B:3 6C:2 6I:2 6J:1 6K:19 6L:8 6N:8 6O:8 6R:12 6W:5 6Y:2
  70:12 71:12 75:8 76:1 78:5 7A:5 7C:1 7D:1 7E:1 7F:1 7G:1 7H:2 7I:1 7J:1 7K:13 7L:9 7O:1 7P:16
  85:17 86:12 8N:8 96:8
  A0:2 A4:17 A5:3 A6:2 A7:3 A9:3 AA:8 AD:4 AE:4 AF:1 AG:1 AI:8 AJ:13 AK:7 AL:11 AN:8 AO:6 AT:1 AY:5
  B5:2 B6:1 B7:8 B9:2 BA:1 BD:1 BE:3 BF:3 BG:2 BK:14
  C0:1 C3:12 C4:8 C5:1 C9:5 CB:10 CC:12
  D0:17 D3:8 D4:8 D6:8 D7:8 D8:2 D9:8 DA:8 DD:8 DF:9 DG:14 DL:8 DN:9 DO:14 DS:8 DU:9 DV:14 DY:3
  E0:2 E1:4 E2:4 E3:4 E4:3 E5:2 E7:9 E8:12
  F2:8 F3:1 F5:1 F6:12 G0:2 G1:2 G3:8
  H1:2 H3:2 H4:8 H5:8 H8:7 H9:8 HA:8 HB:9 HJ:5 HL:2 HN:12 HO:8 HP:12 HQ:2 HR:2 HS:2
  I0:4 I1:7 I2:16 I6:11 L2:8 L7:1 L8:1 L9:8 LA:2`)

/** Fields of a variable length, with the greatest one. */
const LONGEST = lengths(`
  01:* 02:* 03:* 04:* 05:* 0C:*
  10:38 11:38 12:38 13:38 14:38 15:38 16:38 17:38 18:* 19:* 1A:* 1B:* 1D:16 1E:30 1F:30 1I:38 1J:38 1K:38 1L:38 1M:38
  1N:38 1O:38 1P:38 20:38 21:38 22:38 23:38 25:32 27:38 28:38 29:38 2A:38 2C:32
  30:140 31:38 32:11 33:30 35:34 38:11 39:11
  41:12 42:* 43:5 46:38 48:38 4D:12 4E:12 4G:38 4H:77 4I:12 4J:12 4K:38 4L:38 4M:3 4N:38 4O:38 4Q:32 4R:30 4T:30 4U:38
  4V:* 4W:* 4X:* 4Y:*
  58:11 59:12 5A:11 5B:12 5C:11 5D:38 5E:38 5F:38 5G:38 5I:32 5K:50 5L:14 5M:38 5O:38 5P:38 5Q:38 5R:38 5S:40 5U:12
  5X:60 5Z:16
  60:60 61:20 62:38 63:38 64:38 66:20 6A:32 6D:60 6E:60 6F:90 6G:38 6H:10 6M:40 6P:40 6Q:10 6S:38 6T:38 6U:38 6V:38
  6X:32 6Z:11
  72:38 73:60 74:38 77:45 79:114 7B:45 7M:64 7N:128
  80:38 81:60 82:20 83:40 84:40 8L:60 8M:38 8O:50 8P:50 90:38 91:38 92:38 93:38 94:38 95:18
  A1:17 A2:17 A3:17 A8:12 AB:8 AC:19 AH:30 AM:5 AP:60 AQ:25 AR:35 AS:10 AU:38 AV:38 AW:38 AX:38 AZ:32
  B0:60 B1:20 B2:38 B3:38 B4:38 B8:32 BB:50 BC:20 BH:30 BI:30 BJ:30
  C1:38 C2:20 C6:38 C7:20 C8:38 CA:45
  D1:50 D2:20 D5:10 DB:50 DC:50 DE:50 DH:20 DI:30 DJ:50 DK:50 DM:50 DP:20 DQ:50 DR:50 DT:50 DW:50 DX:30 DZ:10
  E6:65 F0:60 F1:60 F4:7 G2:20 G4:10 G5:45
  H0:38 H2:38 H6:40 H7:53 HC:38 HD:38 HE:38 HF:38 HG:38 HH:20 HI:38 HK:32 HM:18
  I3:54 I4:37 I5:13 L0:80 L1:80 L3:30 L4:15 L5:30 L6:30`)

/** The fields of a person: on documents of identity, diplomas, tests, vaccinations and professional cards. */
interface PersonFields {
  given: string
  surname: string
  number?: string
  nationality?: string
  sex?: string
  birth?: string
}
const PERSONS: readonly PersonFields[] = [
  { given: '60', surname: '62', number: '66', nationality: '67', sex: '68', birth: '69' },
  { given: 'B0', surname: 'B2', nationality: 'B5', sex: 'B6', birth: 'B7' },
  { given: 'F0', surname: 'F1', sex: 'F3', birth: 'F2' },
  { given: 'L1', surname: 'L0', birth: 'L2' },
  { given: '81', surname: '80' },
]

function fieldsOf(values: readonly SealValue[]): SealFields {
  const value = (id: string | undefined) => values.find(({ name }) => name === id)?.value
  const person = PERSONS.find((ids) => Object.values(ids).some((id) => value(id)))
  if (!person) return {}
  const { given, surname, number, nationality, sex, birth } = person
  const found: SealFields = {
    // Given names are separated by a slash.
    givenNames: value(given)?.replaceAll('/', ' ') ?? '',
    surname: value(surname) ?? '',
    documentNumber: value(number) ?? '',
    nationality: value(nationality) ?? '',
    sex: value(sex) ?? '',
    dateOfBirth: dateIn(values, birth) ?? '',
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== ''))
}

/** DDMMYYYY. */
function dateIn(values: readonly SealValue[], id: string | undefined): string | undefined {
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
