import type { FaceRefusal } from '../refusals.ts'

/** The measurements of a selfie in which at least one face was found. Lengths in pixels, angles in degrees. */
export interface FaceMeasurements {
  picture: { width: number; height: number }
  /** The detector's square around the main face, from brows to chin. */
  face: Rectangle
  /** The bounds of eyes, brows, nose, mouth and jaw. */
  outline: Rectangle
  /** The square that a face with this outline usually has, from the chin to the hairline. */
  frame: Rectangle
  /**
   * Whether the points of the face are stable in a second pass: `found` if they are, `turned` if they are only after
   * the picture is rotated by 90 or 180 degrees, `lost` if they are not.
   */
  features: 'found' | 'turned' | 'lost'
  /** Sides of the other faces' squares. */
  otherSides: number[]
  pose: { yaw: number; pitch: number; roll: number }
  /** Whether a model finds mouth, nose or an eye covered. Absent if none judged it. */
  covered?: Covering
}

export type Covering = 'no' | 'likely' | 'surely'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The limits of an acceptable selfie; each is a setting. */
export interface FaceRules {
  /** From this share of the main face's size on, a second face is a second person. */
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
  /** How far the outline may extend beyond an edge, as a share of the square's side. */
  cropped: number
  maxYaw: number
  maxPitch: number
  maxRoll: number
}

/** Measured on photographs of one person and on crops of others (docs/accuracy-faces.md). */
export const DEFAULT_FACE_RULES: FaceRules = {
  // Bystanders reached 0.59 of the main face in 101 photographs; two people side by side start at 0.72.
  secondFaceShare: 0.6,
  // Faces of 52 pixels match as well as large ones; at 40 pixels 3 of 100 genuine pairs are lost, at 33 ten.
  minPixels: 50,
  // The smallest face of 101 photographs took 0.15.
  minShare: 0.12,
  // 2 of 101 photographs exceed it; beyond it nothing is left around the face for the liveness check.
  maxShare: 0.95,
  // With a jaw at the edge at most 0.03 was measured, with a quarter of the face's width left at least 0.16.
  border: 0.06,
  // With a chin at the edge at most 0.07 was measured in 33 of 36 faces, with a seventh of the face left below at least
  // 0.08.
  chin: 0.075,
  // The hairline is 0.27 above the brows; with half of the forehead cut off at most 0.15 is left.
  forehead: 0.18,
  // With a face at the edge, the outline is at most 0.01 outside; with a third of the face cut off, at least 0.02.
  cropped: 0.02,
  // Pairs with a head turned by 35 to 50 degrees match as well as frontal ones; beyond that, half of the face is not
  // visible.
  maxYaw: 40,
  // From 25 degrees on 9 of 17 genuine pairs fail, from 20 to 25 3 of 65.
  maxPitch: 25,
  // 2 of 101 photographs exceed it.
  maxRoll: 30,
}

/** `maxYaw=30, minPixels=100` → those limits, and the defaults for the rest. Throws if a name or number is unknown. */
export function readFaceRules(text: string): FaceRules {
  const rules = { ...DEFAULT_FACE_RULES }
  for (const part of text.split(',').filter((piece) => piece.trim())) {
    const [name = '', value = ''] = part.split('=').map((word) => word.trim())
    if (!Object.hasOwn(rules, name))
      throw new Error(`has no limit "${name}"; the limits are ${Object.keys(rules).join(', ')}`)
    const number = Number(value)
    if (!value || !Number.isFinite(number)) throw new Error(`wants a number for ${name}`)
    rules[name as keyof FaceRules] = number
  }
  return rules
}

/**
 * What a person should correct first, or undefined if the face is acceptable. One person, upright, whole and uncovered,
 * comes before distance and place, because these change with the next picture; the angle comes last. A face cut by the
 * edges on both sides is too close; one cut by an edge with room at the other is cropped.
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
 * On a turned head only a confident covering counts: of 29 masked faces that the pose model mistook for turned away all
 * were confident, of 5 clear ones at such an angle none.
 */
const occluded: Check = (seen, rules) => {
  if (seen.covered === 'surely') return seen.features !== 'found' || Math.abs(seen.pose.roll) <= rules.maxRoll
  return seen.covered === 'likely' && !posedAway(seen, rules) && !hidesItself(seen, rules)
}

/**
 * From three quarters of the limit on, the far eye or the corner of the mouth may be invisible although nothing covers
 * it.
 */
const hidesItself: Check = ({ pose }, { maxYaw, maxPitch }) =>
  Math.abs(pose.yaw) > 0.75 * maxYaw || Math.abs(pose.pitch) > 0.75 * maxPitch

/** By the larger of the two squares: with little around a face, liveness errs in the attacker's favour. */
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
 * How far the detector's square lies beyond an edge, as a share of itself, if that edge cuts the face. On a clear face
 * the outline decides, and the square only if there is no doubt. A mouth or eyes beyond the edge look covered, and the
 * points of a masked face are guesses, so there the square decides. Of 309 masked faces 3 have it this far outside, of
 * 72 whose mouth or eyes are cut off all but one.
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

/** The distance to each edge in units; negative if the rectangle extends beyond it. */
function roomAround(box: Rectangle, picture: { width: number; height: number }, unit: number): Record<Side, number> {
  return {
    left: box.x / unit,
    right: (picture.width - box.x - box.width) / unit,
    top: box.y / unit,
    bottom: (picture.height - box.y - box.height) / unit,
  }
}
