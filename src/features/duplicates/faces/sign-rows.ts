import { packSigns, placeOfSign } from '../../../vision/face/face-signs.ts'
import { ROW_WORDS, WORD_BYTES } from './scan-blocks.ts'

/** How the signs of one face lie in memory: those that are scanned, and the rest. */
export interface RowLayout {
  /** How many numbers a face has. */
  length: number
  /** How many of their signs are scanned. */
  scanned: number
  /** In bytes. */
  rowBytes: number
  restBytes: number
  /** Writes the signs of numbers, the scanned ones first. */
  fromValues(values: ArrayLike<number>, into: Uint32Array): void
  /** Writes signs that were packed in the order of the numbers. */
  fromPacked(packed: Uint8Array, into: Uint32Array): void
}

/**
 * How many signs of each face, spread over all of them, are scanned; the others are compared only if these are near.
 */
const SCANNED = 256
const WORD_BITS = 32

const known = new Map<number, RowLayout>()

export function layoutOf(length: number): RowLayout {
  const layout = known.get(length) ?? makeLayout(length)
  known.set(length, layout)
  return layout
}

function makeLayout(length: number): RowLayout {
  const scanned = Math.min(SCANNED, length)
  const order = orderOf(length, scanned)
  const rowBytes = ROW_WORDS * WORD_BYTES
  const restBytes = Math.ceil((length - scanned) / (WORD_BYTES * 8)) * WORD_BYTES
  // Where the sign of each number comes from and goes to, in the order of the rows.
  const places = Array.from(order, (number, at) => {
    const place = at < scanned ? at : rowBytes * 8 + at - scanned
    return { from: placeOfSign(number), word: Math.floor(place / WORD_BITS), bit: place % WORD_BITS }
  })
  const fromByte = Uint16Array.from(places, ({ from }) => from.byte)
  const fromBit = Uint8Array.from(places, ({ from }) => from.bit)
  const toWord = Uint16Array.from(places, ({ word }) => word)
  const toBit = Uint8Array.from(places, ({ bit }) => bit)

  function fromPacked(packed: Uint8Array, into: Uint32Array): void {
    into.fill(0)
    for (let at = 0; at < length; at += 1) {
      const sign = ((packed[fromByte[at] as number] as number) >> (fromBit[at] as number)) & 1
      const word = toWord[at] as number
      into[word] = (into[word] as number) | (sign << (toBit[at] as number))
    }
  }

  return {
    length,
    scanned,
    rowBytes,
    restBytes,
    fromValues: (values, into) => fromPacked(packSigns(values), into),
    fromPacked,
  }
}

/**
 * The signs that are scanned first: this many, evenly spread over all numbers, so that each recogniser has its share.
 */
function orderOf(length: number, scanned: number): Uint16Array {
  const spread = new Set(Array.from({ length: scanned }, (_, at) => Math.floor((at * length) / scanned)))
  const others = Array.from({ length }, (_, at) => at).filter((at) => !spread.has(at))
  return Uint16Array.from([...spread, ...others])
}
