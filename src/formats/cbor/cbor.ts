import { hexOf } from '../asn1/values.ts'

/** Thrown for bytes that are not CBOR, or not the expected CBOR. Caught where the bytes came in. */
export class MalformedCbor extends Error {}

/** A CBOR value (RFC 8949). A bignum (tags 2 and 3) is the same value as an integer. */
export type Cbor =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Uint8Array
  | Cbor[]
  | CborMap
  | Tagged
  | Simple
export type CborMap = Map<Cbor, Cbor>

/** A tag with its value. `whole` is the original bytes, which digests and signatures are computed over. */
export class Tagged {
  readonly tag: number | bigint
  readonly value: Cbor
  readonly whole: Uint8Array

  constructor(tag: number | bigint, value: Cbor, whole: Uint8Array) {
    this.tag = tag
    this.value = value
    this.whole = whole
  }
}

export const untagged = (value: Cbor): Cbor => (value instanceof Tagged ? value.value : value)

/** An unassigned simple value (RFC 8949, 3.3): well-formed, but without meaning here. */
export class Simple {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** Deeper than any mdoc is nested, and more values than any mdoc has: this limits the work for hostile input. */
const DEEPEST = 24
const MOST_VALUES = 20_000

const INDEFINITE = 31
const BREAK = 0xff

/**
 * Decodes bytes that hold exactly one value, with at most so many values in it. Strings, lists and maps may have
 * indefinite length (RFC 8949, 3.2).
 */
export function readCbor(bytes: Uint8Array, most = MOST_VALUES): Cbor {
  const reader = new Reader(bytes, most)
  const value = reader.value(0)
  if (reader.at !== bytes.length) throw new MalformedCbor('bytes after the end')
  return value
}

class Reader {
  at = 0
  #values = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #most: number

  constructor(bytes: Uint8Array, most: number) {
    this.#bytes = bytes
    this.#most = most
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  value(depth: number): Cbor {
    this.#values += 1
    if (depth > DEEPEST || this.#values > this.#most) throw new MalformedCbor('nested too deeply or too long')
    const start = this.at
    const first = this.#take(1)[0] ?? 0
    const major = first >> 5
    if (major === 7) return this.#simple(first & 0x1f)
    if ((first & 0x1f) === INDEFINITE) return this.#open(major, depth)
    const argument = this.#argument(first & 0x1f)
    if (major === 0) return argument
    if (major === 1) return typeof argument === 'bigint' ? -1n - argument : -1 - argument
    if (major === 6) {
      const value = this.value(depth + 1)
      if (argument === 2 || argument === 3) return bignum(argument, value)
      return new Tagged(argument, value, this.#bytes.subarray(start, this.at))
    }
    if (typeof argument === 'bigint') throw new MalformedCbor('a length that is too large')
    if (major === 2) return this.#take(argument)
    if (major === 3) return this.#text(this.#take(argument))
    // Every element takes at least one byte, so an impossible length is refused before memory is reserved for it.
    if (argument > this.#bytes.length - this.at) throw new MalformedCbor('a length that runs beyond the end')
    if (major === 4) return Array.from({ length: argument }, () => this.value(depth + 1))
    const [map, composite]: [CborMap, Set<string>] = [new Map(), new Set()]
    for (let pair = 0; pair < argument; pair += 1) this.#pair(map, depth, composite)
    return map
  }

  /**
   * Indefinite-length items, which end with a break: strings in chunks of definite length, list members, or map pairs.
   */
  #open(major: number, depth: number): Cbor {
    if (major === 2 || major === 3) {
      const parts: Uint8Array[] = []
      while (!this.#isBreak()) {
        this.#values += 1
        if (this.#values > this.#most) throw new MalformedCbor('nested too deeply or too long')
        const first = this.#take(1)[0] ?? 0
        const length = first >> 5 === major ? this.#argument(first & 0x1f) : 0n
        if (typeof length === 'bigint') throw new MalformedCbor('an invalid chunk of a string')
        const part = this.#take(length)
        if (major === 3) this.#text(part)
        parts.push(part)
      }
      const whole = new Uint8Array(Buffer.concat(parts))
      return major === 3 ? this.#text(whole) : whole
    }
    if (major === 4) {
      const members: Cbor[] = []
      while (!this.#isBreak()) members.push(this.value(depth + 1))
      return members
    }
    if (major !== 5) throw new MalformedCbor('a length that is not stated')
    const [map, composite]: [CborMap, Set<string>] = [new Map(), new Set()]
    while (!this.#isBreak()) this.#pair(map, depth, composite)
    return map
  }

  #isBreak(): boolean {
    const isBreak = this.#bytes[this.at] === BREAK
    if (isBreak) this.at += 1
    return isBreak
  }

  #pair(map: CborMap, depth: number, composite: Set<string>): void {
    const start = this.at
    const key = this.value(depth + 1)
    // Byte strings, lists and maps are compared by how they are written.
    const written = typeof key === 'object' && key !== null ? hexOf(this.#bytes.subarray(start, this.at)) : undefined
    if (map.has(key) || (written !== undefined && composite.has(written)))
      throw new MalformedCbor(`the key ${written ?? key} twice`)
    if (written !== undefined) composite.add(written)
    map.set(key, this.value(depth + 1))
  }

  #text(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new MalformedCbor('a text that is not UTF-8')
    }
  }

  #argument(info: number): number | bigint {
    if (info < 24) return info
    if (info > 27) throw new MalformedCbor('a length that is not stated')
    const size = 1 << (info - 24)
    const at = this.at
    this.#take(size)
    if (size === 1) return this.#view.getUint8(at)
    if (size === 2) return this.#view.getUint16(at)
    if (size === 4) return this.#view.getUint32(at)
    const value = this.#view.getBigUint64(at)
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
  }

  #simple(info: number): Cbor {
    if (info === 20 || info === 21) return info === 21
    if (info === 22) return null
    if (info === 23) return undefined
    if (info < 20) return new Simple(info)
    const at = this.at
    if (info === 24) {
      const [value = 0] = this.#take(1)
      if (value < 32) throw new MalformedCbor('a simple value that is not in its shortest form')
      return new Simple(value)
    }
    if (info === 25) {
      this.#take(2)
      return halfFloat(this.#view.getUint16(at))
    }
    if (info === 26) {
      this.#take(4)
      return this.#view.getFloat32(at)
    }
    if (info === 27) {
      this.#take(8)
      return this.#view.getFloat64(at)
    }
    throw new MalformedCbor('a value of an unknown kind')
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.at) throw new MalformedCbor('a length that runs beyond the end')
    const taken = this.#bytes.subarray(this.at, this.at + length)
    this.at += length
    return taken
  }
}

/** Longer than any number in a document; RFC 8949, 3.4.3 sets no limit. */
const LONGEST_BIGNUM = 1_024

/** RFC 8949, 3.4.3: a byte string as an unsigned integer, or -1 minus it. */
function bignum(tag: 2 | 3, value: Cbor): number | bigint {
  if (!(value instanceof Uint8Array) || value.length > LONGEST_BIGNUM) throw new MalformedCbor('an invalid bignum')
  const unsigned = BigInt(`0x0${hexOf(value)}`)
  const number = tag === 2 ? unsigned : -1n - unsigned
  return number >= -BigInt(Number.MAX_SAFE_INTEGER) && number <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(number)
    : number
}

/** RFC 8949, appendix D. */
function halfFloat(half: number): number {
  const [exponent, fraction] = [(half >> 10) & 0x1f, half & 0x3ff]
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Infinity
          : Number.NaN
        : (fraction + 1024) * 2 ** (exponent - 25)
  return half & 0x8000 ? -size : size
}

/** Encodes a value in the shortest form, and a tagged value with its original bytes. */
export function writeCbor(value: Cbor): Uint8Array {
  if (value instanceof Tagged) return value.whole
  if (value === null) return Uint8Array.of(0xf6)
  if (value === undefined) return Uint8Array.of(0xf7)
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4)
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (typeof value === 'bigint' || !Number.isSafeInteger(value)) throw new TypeError('only whole numbers are written')
    return value < 0 ? head(1, -1 - value) : head(0, value)
  }
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value)
    return Buffer.concat([head(3, text.length), text])
  }
  if (value instanceof Simple) throw new TypeError('simple values are not written')
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(writeCbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [writeCbor(key), writeCbor(each)])])
}

/** Tag 24: CBOR embedded in a byte string, so that signed content keeps its exact bytes in an mdoc. */
export const embedded = (bytes: Uint8Array): Tagged => tagged(24, bytes)

export function tagged(tag: number, value: Cbor): Tagged {
  return new Tagged(tag, value, Buffer.concat([head(6, tag), writeCbor(value)]))
}

function head(major: number, argument: number): Uint8Array {
  const first = major << 5
  if (argument < 24) return Uint8Array.of(first | argument)
  const size = argument < 0x100 ? 1 : argument < 0x1_0000 ? 2 : argument < 0x1_0000_0000 ? 4 : 8
  const bytes = new Uint8Array(1 + size)
  const view = new DataView(bytes.buffer)
  bytes[0] = first | (24 + Math.log2(size))
  if (size === 8) view.setBigUint64(1, BigInt(argument))
  else if (size === 4) view.setUint32(1, argument)
  else if (size === 2) view.setUint16(1, argument)
  else bytes[1] = argument
  return bytes
}

/** Wraps bytes that are already CBOR, so that they can be written inside another value. */
export const asWritten = (bytes: Uint8Array): Tagged => new Tagged(Number.NaN, undefined, bytes)

/** Returns a value as the expected type, or throws MalformedCbor with its name. */
export function asMap(value: Cbor, name: string): CborMap {
  if (!(value instanceof Map)) throw new MalformedCbor(`${name} is not a map`)
  return value
}

export function asArray(value: Cbor, name: string): Cbor[] {
  if (!Array.isArray(value)) throw new MalformedCbor(`${name} is not a list`)
  return value
}

export function asBytes(value: Cbor, name: string): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new MalformedCbor(`${name} is not a byte string`)
  return value
}

export function asText(value: Cbor, name: string): string {
  if (typeof value !== 'string') throw new MalformedCbor(`${name} is not a text`)
  return value
}

/** The bytes inside tag 24, and the original bytes of the whole. */
export function asEmbedded(value: Cbor, name: string): { whole: Uint8Array; content: Uint8Array } {
  if (!(value instanceof Tagged) || value.tag !== 24) throw new MalformedCbor(`${name} is not embedded`)
  return { whole: value.whole, content: asBytes(value.value, name) }
}
