/** Thrown for a malformed file. Caught where the file is opened, and answered as UNREADABLE. */
export class Malformed extends Error {}

/** A tag with its content, as in ASN.1 and in the files of smart cards. */
export interface Element {
  /** The bytes of the identifier as one number: 0x30, 0x5f1f, 0x7f61. */
  tag: number
  constructed: boolean
  /** Tag, length and content, and the end-of-contents octets of an indefinite length. */
  whole: Uint8Array
  content: Uint8Array
  /** What is inside may be BER; absent where lengths must be definite. */
  rules?: 'BER'
}

/** Deeper than any signed object or face record is nested: it limits the recursion for hostile files. */
const DEEPEST = 32
/** A master list has several hundred certificates; a revocation list of a large state has some thousand entries. */
export const MOST_CHILDREN = 200_000

/**
 * The element that starts at a position. Throws Malformed if there is none, or if it runs beyond the end of the bytes. A
 * length may only be indefinite in BER (ITU-T X.690, 8.1.3.6): a card's file states its length (ISO/IEC 7816-4, 5.2.2).
 */
export function readElement(bytes: Uint8Array, at = 0, depth = 0, rules?: Element['rules']): Element {
  if (depth > DEEPEST) throw new Malformed('nested too deeply')
  const { tag, constructed, after } = readTag(bytes, at)
  if (rules === 'BER' && constructed && bytes[after] === INDEFINITE) {
    const { start, last, end } = untilEnd(bytes, after + 1, depth)
    return { tag, constructed, whole: bytes.subarray(at, end), content: bytes.subarray(start, last), rules }
  }
  const { length, start } = readLength(bytes, after)
  if (length > bytes.length - start) throw new Malformed('a length that runs beyond the end')
  const end = start + length
  const whole = bytes.subarray(at, end)
  return { tag, constructed, whole, content: bytes.subarray(start, end), ...(rules && { rules }) }
}

const INDEFINITE = 0x80

/** Where the content of an indefinite length starts and ends, and where the end-of-contents octets end. */
function untilEnd(bytes: Uint8Array, start: number, depth: number): { start: number; last: number; end: number } {
  let at = start
  for (let members = 0; members < MOST_CHILDREN; members++) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { start, last: at, end: at + 2 }
    at += readElement(bytes, at, depth + 1, 'BER').whole.length
  }
  throw new Malformed('too many elements')
}

/** The consecutive elements in a content. */
function readElements(bytes: Uint8Array, depth: number, rules: Element['rules']): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    if (elements.length >= MOST_CHILDREN) throw new Malformed('too many elements')
    const element = readElement(bytes, at, depth, rules)
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

/** The single element of a file. Padding after it is dropped, because card readers return whole blocks. */
export function readFile(bytes: Uint8Array, rules?: Element['rules']): Element {
  const element = readElement(bytes, 0, 0, rules)
  const rest = bytes.subarray(element.whole.length)
  if (rest.some((byte) => byte !== rest[0]) || (rest.length > 0 && rest[0] !== 0 && rest[0] !== 0xff))
    throw new Malformed('bytes after the end')
  return element
}

/**
 * A file without the padding that card readers leave at its end; unchanged if it is not an element or is followed by
 * other bytes.
 */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  try {
    return readFile(bytes).whole
  } catch (error) {
    if (error instanceof Malformed) return bytes
    throw error
  }
}

/** The elements inside an element. */
export function childrenOf(element: Element): Element[] {
  if (!element.constructed) throw new Malformed(`${nameOf(element)} has nothing inside`)
  return readElements(element.content, 1, element.rules)
}

/** Checks that an element exists and has one of the tags. */
export function expectTag(element: Element | undefined, ...tags: number[]): Element {
  if (!element || !tags.includes(element.tag))
    throw new Malformed(`${tags.map(hexOfTag).join(' or ')} expected, ${element ? nameOf(element) : 'nothing'} found`)
  return element
}

const hexOfTag = (tag: number) => tag.toString(16).padStart(2, '0')
const nameOf = (element: Element) => `tag ${hexOfTag(element.tag)}`

function readTag(bytes: Uint8Array, at: number): { tag: number; constructed: boolean; after: number } {
  const first = bytes[at]
  if (first === undefined) throw new Malformed('ends where a tag should be')
  const constructed = (first & 0x20) !== 0
  if ((first & 0x1f) !== 0x1f) return { tag: first, constructed, after: at + 1 }
  let tag = first
  for (let next = at + 1; next <= at + 3; next++) {
    const byte = bytes[next]
    if (byte === undefined) throw new Malformed('ends inside a tag')
    tag = tag * 256 + byte
    if ((byte & 0x80) === 0) return { tag, constructed, after: next + 1 }
  }
  throw new Malformed('a tag of more than four bytes')
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = bytes[at]
  if (first === undefined) throw new Malformed('ends where a length should be')
  if (first < 0x80) return { length: first, start: at + 1 }
  if (first === INDEFINITE) throw new Malformed('an indefinite length')
  const count = first & 0x7f
  if (count > 6 || at + count >= bytes.length) throw new Malformed('an invalid length')
  let length = 0
  for (let index = 1; index <= count; index++) length = length * 256 + (bytes[at + index] ?? 0)
  return { length, start: at + 1 + count }
}
