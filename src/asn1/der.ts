import { type Element, readElement } from './element.ts'
import { TAGS } from './values.ts'

/** Tag, shortest definite length and content, as DER writes an element. */
export function der(tag: number, ...content: Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, piece) => sum + piece.length, 0)
  return Buffer.concat([Uint8Array.from([...bytesOf(tag), ...lengthBytes(length)]), ...content])
}

/** An INTEGER that is not negative, from its bytes. */
export const derInteger = (bytes: Uint8Array) =>
  der(TAGS.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Uint8Array.of(0), bytes]) : bytes)

export function derObjectIdentifier(oid: string): Uint8Array {
  const [root = 0, second = 0, ...arcs] = oid.split('.').map(Number)
  return der(TAGS.oid, Uint8Array.from([root * 40 + second, ...arcs].flatMap(base128)))
}

export const derSequence = (...members: Uint8Array[]) => der(TAGS.sequence, ...members)

/** The same element under another tag: an implicit tag hides the one that is signed. */
export const withTag = (element: Element, tag: number): Element => readElement(der(tag, element.content))

/** The order of the members of a set in DER. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
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
