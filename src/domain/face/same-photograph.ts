import type { PhotographPrint } from '../document/document.ts'

/**
 * Two pictures of one face agree in its shape; two copies of one photograph agree in light, lock and wrinkle too. The limit
 * lies where different photographs of one person end: see models/same-photograph.md.
 */
const SAME = 0.8

/** Are these prints of one photograph, mirrored or not? Prints made in different ways have nothing to say to each other. */
export function arePhotographsSame(a: PhotographPrint, b: PhotographPrint): boolean {
  const likeness = photographLikeness(a, b)
  return likeness !== undefined && likeness > SAME
}

/** Correlation −1…1, the better of the two ways round; undefined when they cannot be compared. */
export function photographLikeness(a: PhotographPrint, b: PhotographPrint): number | undefined {
  if (a.kind !== b.kind) return undefined
  const [first, second] = [valuesOf(a), valuesOf(b)]
  const side = Math.sqrt(first.length)
  if (!Number.isInteger(side) || first.length !== second.length || !first.length) return undefined
  const mirrored = second.map((_, at) => second[at - (at % side) + (side - 1 - (at % side))] ?? 0)
  return Math.max(correlation(first, second), correlation(first, mirrored))
}

function valuesOf({ values }: PhotographPrint): number[] {
  return Array.from(atob(values), (character) => (character.charCodeAt(0) << 24) >> 24)
}

function correlation(a: readonly number[], b: readonly number[]): number {
  let [ab, aa, bb] = [0, 0, 0]
  for (const [at, x] of a.entries()) {
    const y = b[at] ?? 0
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : 0
}
