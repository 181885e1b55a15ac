import type { PhotographFingerprint } from '../face/face-template.ts'
import { arePhotographsSame } from '../face/same-photograph.ts'
import { alignPlanes, blur, correlateBlocks, halve, NO_SHIFT, type Plane, type Shift, shiftPlane } from './plane.ts'

/**
 * A hash of a picture that was sent, small enough to store: see `hashBandsOf`, `arePicturesSame` and
 * models/same-photograph.md.
 */
export interface SentPicture {
  hash: Uint8Array
  /** The fingerprint of the face in it. */
  photograph?: PhotographFingerprint
}

/** The format of hashes, their first byte; hashes of different formats cannot be compared. */
export const HASH_KIND = 1
/** Bytes of the picture's low frequencies, one per band. */
export const BANDS = 26
/** The side of the small picture that follows, whole numbers −127…127. */
export const HASH_SIDE = 64

/**
 * The bands of a hash. They are stored keyed, so that pictures worth comparing are found among very many: 98 of 100
 * copies have at least `MIN_EQUAL_BANDS` in the same positions, of unrelated pictures 1 of 130.
 */
export function hashBandsOf(hash: Uint8Array): Uint8Array {
  return hash.slice(1, 1 + BANDS)
}

export const MIN_EQUAL_BANDS = 2

/**
 * Is one a compressed, scaled, relit or cropped copy of the other? A new picture of the same document or person is a
 * different picture. Without a face nothing is said: two documents of one kind are too similar.
 */
export function arePicturesSame(a: SentPicture, b: SentPicture): boolean {
  if (!a.photograph || !b.photograph || !areFormsAlike(a.hash, b.hash)) return false
  const [first, second] = [planeOf(a.hash), planeOf(b.hash)]
  if (!first || !second) return false
  // The identical file, which is the most common case, needs no closer comparison.
  if (areEqual(a.hash, b.hash) && areEqualPrints(a.photograph, b.photograph)) return true
  const shift = align(first, second)
  return (
    isCropping(shift) &&
    areBlocksAlike(first, shiftPlane(second, shift)) &&
    arePhotographsSame(a.photograph, b.photograph)
  )
}

const areEqual = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, at) => byte === b[at])

const areEqualPrints = (a: PhotographFingerprint, b: PhotographFingerprint): boolean =>
  a.kind === b.kind && a.values === b.values

/** Copies differ in at most 0.33 of the bits, 99 of 100 unrelated pictures in 0.39 or more. */
const MOST_BITS = 0.36

function areFormsAlike(a: Uint8Array, b: Uint8Array): boolean {
  if (a[0] !== HASH_KIND || b[0] !== HASH_KIND || a.length !== b.length) return false
  const [first, second] = [hashBandsOf(a), hashBandsOf(b)]
  const differing = first.reduce((sum, band, at) => sum + ones(band ^ (second[at] as number)), 0)
  return differing <= MOST_BITS * 8 * BANDS
}

const ones = (byte: number): number => (byte ? (byte & 1) + ones(byte >> 1) : 0)

function align(first: Plane, second: Plane): Shift {
  const [a, b] = [halve(first), halve(second)]
  const coarse = alignPlanes(blur(a, 1, 3), blur(b, 1, 3), NO_SHIFT, 10)
  const closer = alignPlanes(blur(a, 1, 1), blur(b, 1, 1), coarse, 8)
  return alignPlanes(first, second, closer, 5)
}

/** Copies are rotated and sheared by 0.006 or less; nobody can hold a camera that still. */
const MOST_TURN = 0.008
/** With more than a tenth cut off it is another picture. */
const MOST_CUT = 0.1
/** The precision with which planes of this size can be aligned. */
const MOST_SLIP = 0.004

/** Whether cropping one of the two gives the other: then it cannot have moved by more than half of what was cropped. */
function isCropping([a, b, c, d, e, f]: Shift): boolean {
  if (Math.max(Math.abs(b), Math.abs(d)) > MOST_TURN || Math.max(Math.abs(a), Math.abs(e)) > MOST_CUT) return false
  return Math.abs(c) <= Math.abs(a) / 2 + MOST_SLIP && Math.abs(f) <= Math.abs(e) / 2 + MOST_SLIP
}

/**
 * Overexposed or underexposed parts are flat, and up to three tenths of the blocks may be: the other blocks of copies
 * are above.
 */
const WORST = 0.3
const ALIKE = 0.85

function areBlocksAlike(a: Plane, b: Plane): boolean {
  const found = correlateBlocks(a, b).filter((value) => value !== undefined)
  return (found.toSorted((p, q) => p - q)[Math.floor(WORST * found.length)] as number) >= ALIKE
}

function planeOf(hash: Uint8Array): Plane | undefined {
  const bytes = Int8Array.from(hash.slice(1 + BANDS))
  if (bytes.length !== HASH_SIDE * HASH_SIDE) return undefined
  return { side: HASH_SIDE, values: Float32Array.from(bytes), known: new Float32Array(bytes.length).fill(1) }
}
