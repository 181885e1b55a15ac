import type { PhotographFingerprint } from '../../src/vision/face/face-template.ts'
import { BANDS, HASH_KIND, HASH_SIDE } from '../../src/vision/picture/same-picture.ts'

const SIDE = 80

/** What lies at a place, both as shares of the side. */
export type Pattern = (x: number, y: number) => number

/** The print of a pattern, as the engine makes one of a face. */
export function fingerprintOf(pattern: Pattern, kind = 'waves'): PhotographFingerprint {
  const bytes = Int8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const value = pattern((at % SIDE) / SIDE, Math.floor(at / SIDE) / SIDE)
    return value === -128 ? value : Math.max(-127, Math.min(127, Math.round(value)))
  })
  return { kind, values: Buffer.from(bytes.buffer).toString('base64') }
}

/** A hash whose small picture shows the pattern, and whose bands are these. */
export function hashOf(pattern: Pattern, band = 0x5a): Uint8Array {
  const small = Int8Array.from({ length: HASH_SIDE * HASH_SIDE }, (_, at) => {
    const value = pattern((at % HASH_SIDE) / HASH_SIDE, Math.floor(at / HASH_SIDE) / HASH_SIDE)
    return Math.max(-127, Math.min(127, Math.round(value)))
  })
  return Uint8Array.of(HASH_KIND, ...new Uint8Array(BANDS).fill(band), ...new Uint8Array(small.buffer))
}

/** Waves that run every way, another pattern for every seed. */
export function waves(seed: number): Pattern {
  const parts = Array.from({ length: 24 }, (_, i) => {
    const turn = (seed * 7 + i * 2.4) % (2 * Math.PI)
    const rate = 12 + ((seed * 13 + i * 5) % 40)
    return { across: rate * Math.cos(turn), down: rate * Math.sin(turn), start: (seed * 3 + i * i) % 6.28 }
  })
  return (x, y) => 20 * parts.reduce((sum, { across, down, start }) => sum + Math.sin(across * x + down * y + start), 0)
}

export const mirrored =
  (pattern: Pattern): Pattern =>
  (x, y) =>
    pattern(1 - 1 / SIDE - x, y)
