import { type Bytes, concat, fromInteger } from './bytes.ts'
import { ChipReadError } from './errors.ts'

/** One data object: its tag as an integer (7F49 is 0x7f49), and what it holds. */
export interface DataObject {
  tag: number
  value: Bytes
}

/** The data objects of a BER-TLV string with definite lengths, one after the other. */
export function parseObjects(bytes: Uint8Array): DataObject[] {
  const objects: DataObject[] = []
  let at = 0
  while (at < bytes.length) {
    const header = parseHeader(bytes.subarray(at))
    if (!header || at + header.size + header.length > bytes.length) throw broken()
    objects.push({ tag: header.tag, value: bytes.slice(at + header.size, at + header.size + header.length) })
    at += header.size + header.length
  }
  return objects
}

/** The data objects inside the one object that the string consists of, which must have this tag. */
export function parseInside(bytes: Uint8Array, tag: number): DataObject[] {
  const [object] = parseObjects(bytes)
  if (object?.tag !== tag) throw broken()
  return parseObjects(object.value)
}

/** The value of the first object with this tag. */
export function findValue(objects: readonly DataObject[], tag: number): Bytes | undefined {
  return objects.find((object) => object.tag === tag)?.value
}

/** Tag and length at the beginning of a string; undefined when more bytes are needed to say. */
export function parseHeader(bytes: Uint8Array): { tag: number; size: number; length: number } | undefined {
  let at = 1
  let tag = bytes[0]
  if (tag === undefined) return undefined
  if ((tag & 0x1f) === 0x1f) {
    for (;;) {
      const next = bytes[at]
      if (next === undefined) return undefined
      if (at > 3) throw broken()
      tag = tag * 256 + next
      at += 1
      if (next < 0x80) break
    }
  }
  const first = bytes[at]
  if (first === undefined) return undefined
  at += 1
  if (first < 0x80) return { tag, size: at, length: first }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw broken() // no indefinite length, nothing over 4 GB
  let length = 0
  for (let index = 0; index < count; index += 1) {
    const next = bytes[at + index]
    if (next === undefined) return undefined
    length = length * 256 + next
  }
  return { tag, size: at + count, length }
}

export function encodeObject(tag: number, value: Uint8Array): Bytes {
  return concat(fromInteger(BigInt(tag)), encodeLength(value.length), value)
}

function encodeLength(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes = fromInteger(BigInt(length))
  return concat(Uint8Array.of(0x80 | bytes.length), bytes)
}

function broken() {
  return new ChipReadError('BAD_ANSWER', 'the chip sent a data object that is not well formed')
}
