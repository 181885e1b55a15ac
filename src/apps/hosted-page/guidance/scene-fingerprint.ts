import type { Grey } from '../../../vision/picture/quality/measures.ts'
import type { Point, Quad } from './find-sides.ts'
import { fromUnitSquare } from './rectify.ts'

/**
 * A small copy of the scene in front of the camera, by which the page knows whether anything has changed since a
 * picture was taken.
 */
export interface SceneFingerprint {
  /** The visible part. */
  scene: Uint8Array
  /** Mean of its grey values. */
  light: number
  /**
   * The document's corners as fractions of the visible width, and the document straightened, its long side horizontal.
   */
  page?: { quad: Quad; side: Uint8Array }
}

const PRINT = { width: 24, height: 16 }

/** The fingerprint of a frame, from its overview. */
export function fingerprintOf(overview: Grey, quad: Quad | undefined): SceneFingerprint {
  const { width, height } = overview
  const whole: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const scene = shrink(overview, whole)
  const light = scene.reduce((sum, value) => sum + value, 0) / scene.length
  if (!quad) return { scene, light }
  const level = longSideFirst(quad)
  const shares = level.map(([x, y]) => [x / width, y / width]) as Quad
  return { scene, light, page: { quad: shares, side: shrink(overview, level) } }
}

/**
 * What distinguishes one scene from another, chosen on drawn scenes (`npm run bench -- fingerprints`): with a trembling
 * hand corners move by at most 0.014 of the width and light by 0.4 grey values; the same side has a similarity of at
 * least 0.46 in any orientation, the other side at most 0.24. Without corners whole scenes are compared: with a
 * trembling hand they differ by up to 9.6.
 */
const LIMITS = { moved: 0.02, light: 3, sameSide: 0.35, scene: 10 }

/** Whether the scene has changed since: the document or the camera was moved, turned over, or the light changed. */
export function hasChanged(now: SceneFingerprint, before: SceneFingerprint): boolean {
  if (Math.abs(now.light - before.light) > LIMITS.light) return true
  if (!now.page || !before.page) return differenceOf(now.scene, before.scene) > LIMITS.scene
  return movedBy(now.page.quad, before.page.quad) > LIMITS.moved || !isSameSide(now.page.side, before.page.side)
}

/** Whether it is the same side of the document, upright or upside down. */
export const isSameSide = (now: Uint8Array, before: Uint8Array): boolean => likenessOf(now, before) > LIMITS.sameSide

/** The distance of the corners, as a fraction of the width; an upside-down document counts as unmoved. */
export function movedBy(now: Quad, before: Quad): number {
  const mean = (turn: number) =>
    now.reduce((sum, [x, y], at) => {
      const [beforeX, beforeY] = before[(at + turn) % 4] as Point
      return sum + Math.hypot(x - beforeX, y - beforeY) / 4
    }, 0)
  return Math.min(mean(0), mean(2))
}

/** Mean difference of the grey values of two fingerprints. */
function differenceOf(now: Uint8Array, before: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < now.length; at += 1) sum += Math.abs((now[at] ?? 0) - (before[at] ?? 0))
  return sum / Math.max(1, now.length)
}

/** Correlation of two fingerprints, in the better of both orientations. */
export const likenessOf = (now: Uint8Array, before: Uint8Array): number =>
  Math.max(correlationOf(now, before), correlationOf(now, before.slice().reverse()))

function correlationOf(a: Uint8Array, b: Uint8Array): number {
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, ofA, ofB] = [0, 0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const [da, db] = [(a[at] ?? 0) - meanA, (b[at] ?? 0) - meanB]
    both += da * db
    ofA += da * da
    ofB += db * db
  }
  return both / Math.max(1, Math.sqrt(ofA * ofB))
}

/** Sampling points per pixel of a fingerprint in each direction, whose mean it is. */
const FINE = 3

function shrink({ width, height, data }: Grey, quad: Quad): Uint8Array {
  const at = fromUnitSquare(quad)
  return Uint8Array.from({ length: PRINT.width * PRINT.height }, (_, pixel) => {
    const [column, row] = [pixel % PRINT.width, Math.floor(pixel / PRINT.width)]
    let sum = 0
    for (let point = 0; point < FINE * FINE; point += 1) {
      const across = (column + ((point % FINE) + 0.5) / FINE) / PRINT.width
      const down = (row + (Math.floor(point / FINE) + 0.5) / FINE) / PRINT.height
      const [x, y] = at(across, down)
      sum += data[within(y, height) * width + within(x, width)] ?? 0
    }
    return Math.round(sum / (FINE * FINE))
  })
}

const within = (value: number, length: number): number => Math.min(Math.max(Math.floor(value), 0), length - 1)

function longSideFirst([a, b, c, d]: Quad): Quad {
  const length = (from: Point, to: Point) => Math.hypot(to[0] - from[0], to[1] - from[1])
  return length(a, b) + length(c, d) >= length(b, c) + length(d, a) ? [a, b, c, d] : [b, c, d, a]
}
