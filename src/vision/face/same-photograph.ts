import {
  alignPlanes,
  blur,
  correlateBlocks,
  correlationOf,
  halve,
  mirror,
  NO_SHIFT,
  NOTHING,
  type Plane,
  shiftPlane,
} from '../picture/plane.ts'
import type { PhotographFingerprint } from './face-template.ts'

/**
 * Two pictures of one face agree in its shape; two copies of one photograph also agree in light, hair and wrinkles. Of
 * 610 pairs of different photographs of one person one is above, taken seconds apart. Copies have 0.94 or more; printed
 * on a document and photographed, 98 of 100 are above: see models/same-photograph.md.
 */
export const SAME_PHOTOGRAPH = 0.9

/** Are these prints of one photograph, mirrored or not? Prints made in different ways cannot be compared. */
export function arePhotographsSame(a: PhotographFingerprint, b: PhotographFingerprint): boolean {
  const likeness = photographLikeness(a, b)
  return likeness !== undefined && likeness > SAME_PHOTOGRAPH
}

/** The correlation −1…1 in the best alignment, mirrored or not; undefined if they cannot be compared. */
export function photographLikeness(a: PhotographFingerprint, b: PhotographFingerprint): number | undefined {
  if (a.kind !== b.kind) return undefined
  const [first, second] = [planeOf(a), planeOf(b)]
  return first && second && first.side === second.side ? likenessOf(first, second) : undefined
}

/** Copies reach 0.62 or more when blurred, nearly all 0.9; half of the other pictures of one person stay below. */
const WORTH_A_LOOK = 0.45

/** From coarse to fine: a pair that differs when blurred is not compared in detail. */
function likenessOf(first: Plane, second: Plane): number {
  const fixed = blur(halve(first), 1, 3)
  const [straight, turned] = [second, mirror(second)].map((other) => alignCoarsely(fixed, other)) as [Coarse, Coarse]
  const { other, shift, likeness } = straight.likeness >= turned.likeness ? straight : turned
  if (likeness < WORTH_A_LOOK) return likeness
  const closer = alignPlanes(blur(halve(first), 1, 1), blur(halve(other), 1, 1), shift, 8)
  return bestBlocks(first, shiftPlane(other, alignPlanes(first, other, closer, 6)))
}

type Coarse = ReturnType<typeof alignCoarsely>

function alignCoarsely(fixed: Plane, other: Plane) {
  const moved = blur(halve(other), 1, 3)
  const shift = alignPlanes(fixed, moved, NO_SHIFT, 10)
  const all = { x: 0, y: 0, size: fixed.side }
  return { other, shift, likeness: correlationOf(fixed, shiftPlane(moved, shift), all, MIN_SHOWN) ?? -1 }
}

/** The head without the corners, which show the background, as shares of the side; it is slightly below the centre. */
const HEAD = { width: 0.42, height: 0.5, down: 0.05 }
/**
 * Glare, print and another background may spoil two thirds of the blocks; the remaining third still identifies a face.
 */
const BEST = 0.65
/** If less of the head is visible, nothing is said. */
const MIN_SEEN = 0.4
/** The print is wider than a closely cropped face. */
const MIN_SHOWN = 0.25

/** How well the best third of the head's blocks agree. */
function bestBlocks(a: Plane, b: Plane): number {
  const blocks = correlateBlocks(a, b, (x, y) => {
    const across = (x - 0.5) / HEAD.width
    const down = (y - 0.5 - HEAD.down) / HEAD.height
    return across * across + down * down <= 1
  })
  const seen = blocks.filter((value) => value !== undefined)
  if (seen.length < MIN_SEEN * blocks.length) return -1
  return seen.toSorted((p, q) => p - q)[Math.floor(BEST * seen.length)] as number
}

function planeOf({ values }: PhotographFingerprint): Plane | undefined {
  const text = atob(values)
  const bytes = new Int8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  const side = Math.sqrt(bytes.length)
  if (!Number.isInteger(side) || side === 0) return undefined
  return {
    side,
    values: Float32Array.from(bytes, (value) => (value === NOTHING ? 0 : value)),
    known: Float32Array.from(bytes, (value) => (value === NOTHING ? 0 : 1)),
  }
}
