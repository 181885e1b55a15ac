import { childrenOf, type Element, expectTag, Malformed } from './element.ts'

export const TAGS = {
  /** End-of-contents octets, in BER only. */
  end: 0x00,
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const

/** RSA keys of 8,192 bits have integers of 1,025 bytes; nothing that we read is longer. */
const LONGEST_INTEGER = 1_100

/** The members of a SEQUENCE. */
export const sequence = (element: Element | undefined) => childrenOf(expectTag(element, TAGS.sequence))

export function objectIdentifier(element: Element | undefined): string {
  const { content } = expectTag(element, TAGS.oid)
  if (content.length === 0 || content.length > 40) throw new Malformed('an object identifier that is empty or too long')
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw new Malformed('an object identifier with a huge number')
    if ((byte & 0x80) !== 0) continue
    if (arcs.length === 0) {
      const root = Math.min(Math.floor(arc / 40), 2)
      arcs.push(root, arc - root * 40)
    } else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

/** The bytes of a non-negative INTEGER without leading zeros: equal integers have equal bytes. */
export function unsignedInteger(element: Element | undefined): Uint8Array {
  const { content } = expectTag(element, TAGS.integer)
  if (content.length === 0 || content.length > LONGEST_INTEGER)
    throw new Malformed('an integer that is empty or too long')
  let start = 0
  while (start < content.length - 1 && content[start] === 0) start++
  return content.subarray(start)
}

export function smallInteger(element: Element | undefined): number {
  const bytes = unsignedInteger(element)
  if (bytes.length > 4) throw new Malformed('an integer that is too large')
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

/**
 * The bytes of an OCTET STRING, under its own tag or an implicit one. In BER it may be constructed from others (ITU-T
 * X.690, 8.7.3).
 */
export function octets(element: Element | undefined, depth = 0): Uint8Array {
  if (!element || depth > DEEPEST_STRING) throw new Malformed('an octet string is missing')
  if (!element.constructed) return element.content
  if (element.rules !== 'BER') throw new Malformed('an octet string is missing')
  const segments = childrenOf(element).map((each) => expectTag(each, ...OCTET_STRINGS))
  return Buffer.concat(segments.map((each) => octets(each, depth + 1)))
}

/** The tags of an octet string that is primitive, and of one that is constructed. */
export const OCTET_STRINGS: readonly number[] = [TAGS.octets, 0x24]
/** BER sets no limit; writers of signed messages use one level. */
const DEEPEST_STRING = 4

/** The bytes of a BIT STRING that consists of whole bytes. */
export function bits(element: Element | undefined): Uint8Array {
  const { content } = expectTag(element, TAGS.bits)
  if (content[0] !== 0) throw new Malformed('a bit string that does not end on a whole byte')
  return content.subarray(1)
}

const TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})?$/

/**
 * A time in milliseconds since 1970, from UTCTime (two-digit year), GeneralizedTime (four-digit year), or one under the
 * other's tag.
 */
export function time(element: Element | undefined): number {
  if (!element || element.constructed || element.content.length > 32) throw new Malformed('a time is missing')
  const text = latinText(element.content)
  const short = hasShortYear(element.tag, text)
  const year = Number(text.slice(0, short ? 2 : 4))
  const match = TIME.exec(text.slice(short ? 2 : 4))
  if (!match || Number.isNaN(year)) throw new Malformed('an invalid time')
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 6).map((part) => Number(part ?? 0))
  const [, , , , , , zone = 'Z'] = match
  const minutes = zone === 'Z' ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))
  const local = Date.UTC(short ? year + (year < 50 ? 2000 : 1900) : year, month - 1, day, hour, minute, second)
  return local - (zone.startsWith('-') ? -1 : 1) * minutes * 60_000
}

/** By the tag, unless the number of digits fits only the other type. */
function hasShortYear(tag: number, text: string): boolean {
  const digits = /^\d*/.exec(text)?.[0].length ?? 0
  if (tag === 0x17) return digits <= 12
  return digits === 10 || (digits === 12 && !/^(19|2[01])\d\d(0[1-9]|1[0-2])/.test(text))
}

/** The text of a string of any ASN.1 string type. */
export function text({ tag, content }: Element): string {
  const kept = content.length > 4_096 ? content.subarray(0, 4_096) : content
  if (tag === 0x1e) return new TextDecoder('utf-16be').decode(kept)
  const utf8 = new TextDecoder().decode(kept)
  // T61String, and careless writers of PrintableString, use Latin-1 where UTF-8 is expected.
  return utf8.includes('\ufffd') ? latinText(kept) : utf8
}

export const latinText = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4_096))

export const sameBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

export const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
