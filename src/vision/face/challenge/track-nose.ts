import { type Affine, applyAffine, similarity } from '../../picture/matrix.ts'
import type { Picture, Point } from '../../picture/picture.ts'
import { warpAffine } from '../../picture/warp.ts'
import { type FacePoints, middleOf } from '../find-points.ts'
import type { NoseTrack } from './challenge.ts'
import { affineBetween, BASE } from './find-moves.ts'

interface View {
  picture: Picture
  points: FacePoints
}

/** Both views are scaled to this size, with eyes and mouth in these places. */
const SIZE = { width: 96, height: 128 }
const [EYES, MOUTH] = [
  { x: 48, y: 40 },
  { x: 48, y: 88 },
]
const HEIGHT = MOUTH.y - EYES.y

/** Half the size of the patch, and how far it is searched for: a nose moves by up to a third of the height. */
const PATCH = { x: 11, y: 7 }
const REACH = { back: -6, ahead: 24, aside: 1 }

/** On the line through the middle of the face: root and tip of the nose, upper lip. */
const [ROOT, TIP, LIP] = [27, 30, 51]

/**
 * How far the tip of the nose moved relative to its root and the upper lip between two views, measured on the pixels.
 * The net's points cannot show this: the net places a protruding nose even on a bent picture, where the whole line
 * moves together.
 */
export function trackNose(straight: View, turned: View, turn: number): NoseTrack {
  const toUsual = similarity([eyesOf(straight.points), mouthOf(straight.points)], [EYES, MOUTH])
  const base = BASE.map((at) => applyAffine(toUsual, straight.points[at] as Point))
  const fromTurned = affineBetween(
    BASE.map((at) => turned.points[at] as Point),
    base,
  )
  const [before, after] = [greyOf(straight.picture, toUsual), greyOf(turned.picture, fromTurned)]
  const ahead = turn > 0 ? -1 : 1
  const [root, tip, lip] = [ROOT, TIP, LIP].map((point) => {
    const place = applyAffine(toUsual, straight.points[point] as Point)
    return { y: place.y, ...findPatch(before, after, { x: Math.round(place.x), y: Math.round(place.y) }, ahead) }
  }) as [Found, Found, Found]
  const share = Math.min(1, Math.max(0, (tip.y - root.y) / Math.max(1, lip.y - root.y)))
  const expected = root.by + share * (lip.by - root.by)
  return { shift: (tip.by - expected) / HEIGHT, likeness: Math.min(root.likeness, tip.likeness, lip.likeness) }
}

const eyesOf = (points: FacePoints): Point => middleOf(points, 36, 47)
const mouthOf = (points: FacePoints): Point => ({
  x: ((points[48] as Point).x + (points[54] as Point).x) / 2,
  y: ((points[48] as Point).y + (points[54] as Point).y) / 2,
})

interface Found {
  y: number
  /** The displacement in pixels, in the direction of the turn. */
  by: number
  likeness: number
}

/** Where the patch around a point is in the other view: searched sideways, and a little up and down. */
function findPatch(before: Float32Array, after: Float32Array, place: Point, ahead: number): Omit<Found, 'y'> {
  const likenesses: number[] = []
  for (let by = REACH.back; by <= REACH.ahead; by++) {
    let most = -1
    for (let down = -REACH.aside; down <= REACH.aside; down++)
      most = Math.max(most, likenessOf(before, after, place, ahead * by, down))
    likenesses.push(most)
  }
  const best = likenesses.indexOf(Math.max(...likenesses))
  return { by: REACH.back + best + between(likenesses, best), likeness: likenesses[best] as number }
}

/** The top of the parabola through the best place and its two neighbours, from −0.5 to 0.5. */
function between(values: readonly number[], at: number): number {
  const [left, top, right] = [values[at - 1], values[at], values[at + 1]]
  if (left === undefined || top === undefined || right === undefined) return 0
  const bend = left - 2 * top + right
  return bend < 0 ? (0.5 * (left - right)) / bend : 0
}

/** Normalised correlation of two patches, −1 to 1, independent of the light. */
function likenessOf(before: Float32Array, after: Float32Array, place: Point, right: number, down: number): number {
  let [n, sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0, 0]
  for (let y = place.y - PATCH.y; y <= place.y + PATCH.y; y++) {
    for (let x = place.x - PATCH.x; x <= place.x + PATCH.x; x++) {
      const [u, v] = [x + right, y + down]
      if (!isInside(x, y) || !isInside(u, v)) continue
      const a = before[y * SIZE.width + x] as number
      const b = after[v * SIZE.width + u] as number
      n++
      sumA += a
      sumB += b
      squareA += a * a
      squareB += b * b
      product += a * b
    }
  }
  const spread = (squareA - (sumA * sumA) / n) * (squareB - (sumB * sumB) / n)
  return n && spread > 0 ? (product - (sumA * sumB) / n) / Math.sqrt(spread) : 0
}

const isInside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < SIZE.width && y < SIZE.height

function greyOf(picture: Picture, forward: Affine): Float32Array {
  const { data } = warpAffine(picture, forward, SIZE)
  return Float32Array.from(
    { length: SIZE.width * SIZE.height },
    (_, at) =>
      0.3 * (data[at * 3] as number) + 0.59 * (data[at * 3 + 1] as number) + 0.11 * (data[at * 3 + 2] as number),
  )
}
