import { type Element, Malformed, readElement } from './element.ts'
import { TAGS } from './values.ts'

/** An element in DER: tag, shortest definite length and content. */
export function der(tag: number, ...content: Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, piece) => sum + piece.length, 0)
  return Buffer.concat([Uint8Array.from([...bytesOf(tag), ...lengthBytes(length)]), ...content])
}

/** A non-negative INTEGER from its bytes. */
export const derInteger = (bytes: Uint8Array) =>
  der(TAGS.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Uint8Array.of(0), bytes]) : bytes)

export function derObjectIdentifier(oid: string): Uint8Array {
  const [root = 0, second = 0, ...arcs] = oid.split('.').map(Number)
  return der(TAGS.oid, Uint8Array.from([root * 40 + second, ...arcs].flatMap(base128)))
}

export const derSequence = (...members: Uint8Array[]) => der(TAGS.sequence, ...members)

/** The same element under another tag: a signature covers the tag that an implicit tag replaces. */
export const withTag = (element: Element, tag: number): Element => readElement(der(tag, element.content))

/** The order of the members of a SET in DER. */
function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

function lengthBytes(length: number): number[] {
  return length < 0x80 ? [length] : [0x80 + bytesOf(length).length, ...bytesOf(length)]
}

function bytesOf(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return bytes
}

function base128(arc: number): number[] {
  const bytes = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128)
  return bytes
}

/**
 * The signed object of a state has 150 elements and a certificate 100; a master list is one element that contains the
 * list.
 */
const MOST_ELEMENTS = 5_000

/**
 * Throws Malformed if something is not DER (ITU-T X.690, 10 and 11), which X.509 and the signed files of a smart card
 * must be, or if there are more elements than they can need. Negative serial numbers are valid DER: three states use them.
 */
export function requireDer(element: Element, most = MOST_ELEMENTS): void {
  const left = { elements: most }
  check(readElement(element.whole), left, 0)
}

/**
 * Throws Malformed if something is not BER, or if there are more elements than a signed message can need. What must be
 * DER inside is for the caller to check.
 */
export function requireBer(element: Element, most = MOST_ELEMENTS): void {
  const left = { elements: most }
  checkBer({ ...element, rules: 'BER' }, left, 0)
}

function checkBer(element: Element, left: { elements: number }, depth: number): void {
  left.elements -= 1
  if (left.elements < 0) throw new Malformed('too many elements')
  if (element.tag === TAGS.end) throw new Malformed('end-of-contents octets inside a definite length')
  if (!element.constructed) {
    if (element.tag === TAGS.integer) checkValue(element)
    return
  }
  for (let at = 0; at < element.content.length; ) {
    const member = readElement(element.content, at, depth + 1, 'BER')
    checkBer(member, left, depth + 1)
    at += member.whole.length
  }
}

function check(element: Element, left: { elements: number }, depth: number): void {
  left.elements -= 1
  if (left.elements < 0) throw new Malformed('too many elements')
  if (!hasShortestHeader(element)) throw new Malformed('a length or a tag that is not DER')
  if (!element.constructed) {
    checkValue(element)
    return
  }
  if (STRINGS.includes(element.tag)) throw new Malformed('a constructed string, which is not DER')
  let last: Uint8Array | undefined
  for (let at = 0; at < element.content.length; ) {
    const member = readElement(element.content, at, depth + 1)
    check(member, left, depth + 1)
    if (element.tag === TAGS.set && last && compareBytes(last, member.whole) > 0)
      throw new Malformed('a set that is not sorted')
    last = member.whole
    at += member.whole.length
  }
}

/** The tags of bit strings and octet strings that are constructed from other strings. */
const STRINGS: readonly number[] = [0x23, 0x24]

function hasShortestHeader({ tag, whole, content }: Element): boolean {
  const { length } = content
  const lengthBytes = length < 0x80 ? 1 : 1 + Math.ceil(length.toString(16).length / 2)
  const tagBytes = tag < 0x100 ? 1 : Math.ceil(tag.toString(16).length / 2)
  return whole.length === tagBytes + lengthBytes + length
}

function checkValue({ tag, content }: Element): void {
  const [first = 0, second = 0] = content
  if (tag === TAGS.integer) {
    const isLonger = content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))
    if (content.length === 0 || isLonger) throw new Malformed('an integer that is not DER')
  } else if (tag === TAGS.boolean) {
    if (content.length !== 1 || (first !== 0 && first !== 0xff)) throw new Malformed('a boolean that is not DER')
  } else if (tag === TAGS.bits) {
    const unused = (content.at(-1) ?? 0) & ((1 << first) - 1)
    if (content.length === 0 || first > 7 || (content.length === 1 && first > 0) || unused !== 0)
      throw new Malformed('a bit string that is not DER')
  } else if (tag === TAGS.nothing && content.length > 0) throw new Malformed('a NULL with content')
}
