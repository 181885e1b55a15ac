import { isObject, type Json } from '../../../formats/jws/jws.ts'
import { isoDate } from '../../../formats/text/dates.ts'
import type { Hash } from '../../../formats/x509/public-key.ts'
import type { SealFields, SealValue } from '../seal-reading.ts'
import { type ParsedSeal, UnreadableSeal } from './parsed-seal.ts'

const HASHES: Record<string, Hash> = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512' }

/** ICAO VDS-NC: JSON whose `data` is signed in its canonical form (RFC 8785). */
export function readVdsNc(text: string): ParsedSeal {
  const { data, sig } = membersOf(parsed(text), ['data', 'sig'])
  const signed = Buffer.from(canonicalJson(data))
  const { hdr, msg } = membersOf(data, ['hdr', 'msg'])
  const header = objectOf(hdr)
  const country = textOf(header.is)
  const documentType = textOf(header.t)
  if (header.v !== 1 || !/^[A-Z]{1,3}$/.test(country) || !documentType)
    throw new UnreadableSeal('a header without version, issuer or type')
  const { alg, cer, sigvl } = objectOf(sig)
  const hash = typeof alg === 'string' && Object.hasOwn(HASHES, alg) ? HASHES[alg] : undefined
  if (!hash) throw new UnreadableSeal('a signature by an unknown algorithm')
  return {
    kind: 'VDS_NC',
    country,
    documentType,
    fields: fieldsOf(objectOf(msg)),
    values: valuesOf(msg, ''),
    signer: cer === undefined ? {} : { certificate: bytesOf(cer) },
    signed,
    signature: { bytes: bytesOf(sigvl), scheme: 'ecdsa', hash },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableSeal('it is not JSON')
  }
}

function objectOf(value: unknown): Json {
  if (!isObject(value)) throw new UnreadableSeal('something in it is not an object')
  return value
}

/** An object with exactly these members: members next to the signed part are not signed. */
function membersOf<Name extends string>(value: unknown, names: Name[]): Record<Name, unknown> {
  const object = objectOf(value)
  if (Object.keys(object).toSorted().join() !== names.toSorted().join())
    throw new UnreadableSeal(`it has other members than ${names.join(' and ')}`)
  return object as Record<Name, unknown>
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Base64url, with or without padding. */
function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_+/-]+={0,2}$/.test(value))
    throw new UnreadableSeal('something in it is not base64url')
  return Buffer.from(value, 'base64url')
}

/** The person it is about, if stated (`pid`). Two spaces separate surname and given names. */
function fieldsOf({ pid }: Json): SealFields {
  if (pid === undefined) return {}
  const person = objectOf(pid)
  const [surname, givenNames, ...more] = textOf(person.n).split('  ')
  const name =
    givenNames && more.length === 0 ? { surname, givenNames } : textOf(person.n) ? { fullName: textOf(person.n) } : {}
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(textOf(person.dob)) ?? []
  const dateOfBirth = isoDate(Number(year), Number(month), Number(day))
  return {
    ...name,
    ...(dateOfBirth && { dateOfBirth }),
    ...(textOf(person.sex) && { sex: textOf(person.sex) }),
    ...(textOf(person.i) && { passportNumber: textOf(person.i) }),
  } as SealFields
}

/** Every value with its path. */
function valuesOf(value: unknown, name: string): SealValue[] {
  if (typeof value !== 'object' || value === null) return [{ name, value: String(value) }]
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, name ? `${name}.${key}` : key))
}

const DEEPEST = 32

/** Canonical JSON (RFC 8785): keys in the order of their UTF-16 code units, no spaces. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new UnreadableSeal('it is nested too deeply')
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each, depth + 1)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner, depth + 1)}`).join()}}`
}
