import type { FaceRefusal } from '../vocabulary.ts'

/** What was measured on a selfie in which at least one face was found. Lengths in pixels, angles in degrees. */
export interface FaceMeasurements {
  picture: { width: number; height: number }
  /** The detector's square around the main face, brows to chin. */
  face: Rectangle
  /** The bounds of eyes, brows, nose, mouth and jaw. */
  outline: Rectangle
  /** The square that a face with this outline usually has: its lower side is the chin, its upper one the hairline. */
  frame: Rectangle
  /**
   * Whether the points of the face lie still when looked at again: `found` they do, `turned` only once the picture
   * is turned by a quarter or a half, `lost` in no way.
   */
  features: 'found' | 'turned' | 'lost'
  /** Sides of the other faces' squares. */
  otherSides: number[]
  pose: { yaw: number; pitch: number; roll: number }
  /** Whether a model finds mouth, nose or an eye covered. Absent when none judged it. */
  covered?: Covering
}

export type Covering = 'no' | 'likely' | 'surely'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The limits of a usable selfie; each is a setting. */
export interface FaceRules {
  /** A second face is a second person from this share of the main face's size on. */
  secondFaceShare: number
  /** Smallest side of the face's square in pixels. */
  minPixels: number
  /** Smallest and largest side of the face's square as a share of the picture's shorter side. */
  minShare: number
  maxShare: number
  /** Room next to the jaw, as a share of the square's side. */
  border: number
  /** Room below the chin, as a share of the square's side. */
  chin: number
  /** Room above the brows, as a share of the square's side. */
  forehead: number
  /** How far the outline may reach over an edge, as a share of the square's side. */
  cropped: number
  maxYaw: number
  maxPitch: number
  maxRoll: number
}

/** Measured on photographs of one person and on pictures cut from others (docs/accuracy-faces.md). */
export const DEFAULT_FACE_RULES: FaceRules = {
  // Bystanders reached 0.59 of the main face in 101 photographs; two people side by side start at 0.72.
  secondFaceShare: 0.6,
  // Faces of 52 pixels match as well as large ones; at 40 pixels 3 of 100 genuine pairs are lost, at 33 ten.
  minPixels: 50,
  // The smallest face of 101 photographs took 0.15.
  minShare: 0.12,
  // 2 of 101 photographs exceed it; beyond it nothing is left around the face for the liveness check.
  maxShare: 0.95,
  // A jaw that touches the edge is measured at 0.03 at most, with a quarter of the face's width left at 0.16 at least.
  border: 0.06,
  // A chin that touches the edge is measured at 0.07 at most in 33 of 36 faces, with a seventh of the face left below at 0.08 at least.
  chin: 0.075,
  // The hairline is 0.27 above the brows; with the forehead cut in half 0.15 at most is left.
  forehead: 0.18,
  // Touching the edge, the outline is measured at most 0.01 outside; with a third of the face cut off, at least 0.02.
  cropped: 0.02,
  // Pairs with a head turned by 35 to 50 degrees still match as well as frontal ones; beyond, half of the face is unseen.
  maxYaw: 40,
  // From 25 degrees on 9 of 17 genuine pairs fail, from 20 to 25 3 of 65.
  maxPitch: 25,
  // 2 of 101 photographs exceed it.
  maxRoll: 30,
}

/** `maxYaw=30, minPixels=100` → those limits, and the defaults for the rest. Throws on a name or number it does not know. */
export function readFaceRules(text: string): FaceRules {
  const rules = { ...DEFAULT_FACE_RULES }
  for (const part of text.split(',').filter((piece) => piece.trim())) {
    const [name = '', value = ''] = part.split('=').map((word) => word.trim())
    if (!Object.hasOwn(rules, name))
      throw new Error(`knows no limit "${name}"; there are ${Object.keys(rules).join(', ')}`)
    const number = Number(value)
    if (!value || !Number.isFinite(number)) throw new Error(`wants a number for ${name}`)
    rules[name as keyof FaceRules] = number
  }
  return rules
}

/**
 * What a person should mend first, or undefined when the face will do. One person, upright, whole and uncovered, comes
 * before distance and place, because these are chosen again with the next picture; the angle comes last. A face that
 * the edges cut on both sides is too close; one that an edge cuts while there is room at the other is cropped.
 */
export function faceRefusal(seen: FaceMeasurements, rules: FaceRules): FaceRefusal | undefined {
  return CHECKS.find(([, broken]) => broken(seen, rules))?.[0]
}

type Check = (seen: FaceMeasurements, rules: FaceRules) => boolean

const tooMany: Check = ({ face, otherSides }, { secondFaceShare }) =>
  otherSides.some((side) => side >= secondFaceShare * face.width)

const lying: Check = ({ features }) => features === 'turned'

const cutOnOneSide: Check = (seen, rules) => {
  const room = roomAround(seen.outline, seen.picture, seen.frame.width)
  return cutSides(seen, rules).some((side) => room[OPPOSITE[side]] > rules.border)
}

/**
 * Only a sure covering counts on a head that is turned: of 29 masked faces that the pose model took for turned away all
 * were sure, of 5 clear ones at such an angle none.
 */
const occluded: Check = (seen, rules) => {
  if (seen.covered === 'surely') return seen.features !== 'found' || Math.abs(seen.pose.roll) <= rules.maxRoll
  return seen.covered === 'likely' && !posedAway(seen, rules) && !hidesItself(seen, rules)
}

/** From three quarters of the limit on, the far eye or the corner of the mouth may be out of sight with nothing before it. */
const hidesItself: Check = ({ pose }, { maxYaw, maxPitch }) =>
  Math.abs(pose.yaw) > 0.75 * maxYaw || Math.abs(pose.pitch) > 0.75 * maxPitch

/** By the larger of both squares: with little around a face, liveness errs towards the attacker. */
const tooClose: Check = ({ face, frame, picture }, { maxShare }) =>
  Math.max(face.width, frame.width) > maxShare * shorterSide(picture)

const cropped: Check = (seen, rules) => cutSides(seen, rules).length > 0

const tooSmall: Check = ({ frame, picture }, { minPixels, minShare }) =>
  frame.width < minPixels || frame.width < minShare * shorterSide(picture)

const closeToBorder: Check = ({ outline, frame, picture }, { border, chin, forehead }) => {
  const { left, right, top, bottom } = roomAround(outline, picture, frame.width)
  return Math.min(left, right) < border || bottom < chin || top < forehead
}

const posedAway: Check = ({ pose }, { maxYaw, maxPitch, maxRoll }) =>
  Math.abs(pose.yaw) > maxYaw || Math.abs(pose.pitch) > maxPitch || Math.abs(pose.roll) > maxRoll

const turnedAway: Check = (seen, rules) =>
  posedAway(seen, rules) || (seen.covered === 'likely' && hidesItself(seen, rules))

const CHECKS: readonly [FaceRefusal, Check][] = [
  ['TOO_MANY_FACES', tooMany],
  ['FACE_ANGLE_TOO_LARGE', lying],
  ['FACE_CROPPED', cutOnOneSide],
  ['FACE_IS_OCCLUDED', occluded],
  ['FACE_TOO_CLOSE', tooClose],
  ['FACE_CROPPED', cropped],
  ['FACE_TOO_SMALL', tooSmall],
  ['FACE_CLOSE_TO_BORDER', closeToBorder],
  ['FACE_ANGLE_TOO_LARGE', turnedAway],
]

type Side = 'left' | 'right' | 'top' | 'bottom'
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom']
const OPPOSITE: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/**
 * How far the detector's square lies beyond an edge, as a share of itself, where that edge cuts the face. On a clear
 * face the outline tells, and the square only beyond doubt. A mouth or eyes beyond the edge look covered, and the points
 * of a masked face are guesses: there the square tells. Of 309 masked faces 3 have it this far outside, of 72 whose
 * mouth or eyes are cut off all but one.
 */
const SQUARE_CUT: Record<Covering, Record<Side, number>> = {
  no: { left: 0.2, right: 0.2, top: 0.2, bottom: 0.2 },
  likely: { left: 0.2, right: 0.2, top: 0.05, bottom: 0.05 },
  surely: { left: 0.2, right: 0.2, top: 0.05, bottom: 0.08 },
}

function cutSides({ outline, face, frame, picture, covered = 'no' }: FaceMeasurements, rules: FaceRules): Side[] {
  const square = roomAround(face, picture, face.width)
  const room = roomAround(outline, picture, frame.width)
  return SIDES.filter(
    (side) => square[side] < -SQUARE_CUT[covered][side] || (covered !== 'surely' && room[side] < -rules.cropped),
  )
}

const shorterSide = ({ width, height }: { width: number; height: number }) => Math.min(width, height)

/** The distance to each edge in units; negative where the rectangle reaches over it. */
function roomAround(box: Rectangle, picture: { width: number; height: number }, unit: number): Record<Side, number> {
  return {
    left: box.x / unit,
    right: (picture.width - box.x - box.width) / unit,
    top: box.y / unit,
    bottom: (picture.height - box.y - box.height) / unit,
  }
}
