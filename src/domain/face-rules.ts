import type { FaceRefusal } from './vocabulary.ts'

/** What was measured on a selfie in which at least one face was found. Lengths in pixels, angles in degrees. */
export interface FaceMeasurements {
  picture: { width: number; height: number }
  /** The detector's square around the main face, brows to chin. */
  face: Rectangle
  /** The bounds of eyes, brows, nose, mouth and jaw. */
  outline: Rectangle
  /** The square that a face with this outline usually has; it stays where it is when the detector's shrinks at an edge. */
  frame: Rectangle
  /**
   * Whether the points of the face lie still when looked at again: `found` they do, `turned` only once the picture
   * is turned by a quarter or a half, `covered` in no way.
   */
  features: 'found' | 'turned' | 'covered'
  /** Sides of the other faces' squares. */
  otherSides: number[]
  pose: { yaw: number; pitch: number; roll: number }
  /** Whether a model finds mouth, nose or an eye covered. Absent when none judged it. */
  covered?: boolean
}

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
  /** Room between the face's square and the picture's edge, as a share of the square's side. */
  border: number
  /** How much of the outline may lie outside the picture, as a share of its size. */
  cropped: number
  maxYaw: number
  maxPitch: number
  maxRoll: number
}

/** Measured on ordinary full-frame photographs of one person (docs/accuracy.md), where not stated otherwise. */
export const DEFAULT_FACE_RULES: FaceRules = {
  // Bystanders reached 0.59 of the main face in 101 photographs; two people side by side start at 0.72.
  secondFaceShare: 0.6,
  // Faces of 52 pixels match as well as large ones; at 40 pixels 3 of 100 genuine pairs are lost, at 33 ten.
  minPixels: 50,
  // The smallest face of 101 photographs took 0.15.
  minShare: 0.12,
  // 1 of 101 photographs exceeds it; beyond it nothing is left around the face for the liveness check.
  maxShare: 0.95,
  // 2 of 101 photographs have less room.
  border: 0,
  // No outline of 101 photographs reaches over the edge.
  cropped: 0.02,
  // Pairs with a head turned by 30 to 40 degrees still match as well as frontal ones.
  maxYaw: 40,
  // From 20 degrees on, several times as many genuine pairs fail; no photograph of 101 exceeds 25.
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
 * What a person should mend first, or undefined when the face will do. One person, uncovered, comes before
 * the framing, because framing is done anew with the next picture; the angle comes last. A face that the edge cuts
 * a little on every side is too close; one that it cuts deeply on one side is cropped.
 */
export function faceRefusal(seen: FaceMeasurements, rules: FaceRules): FaceRefusal | undefined {
  return CHECKS.find(([, broken]) => broken(seen, rules))?.[0]
}

type Check = (seen: FaceMeasurements, rules: FaceRules) => boolean

const tooMany: Check = ({ face, otherSides }, { secondFaceShare }) =>
  otherSides.some((side) => side >= secondFaceShare * face.width)

/** The model knows upright heads only: of one that leans far it cannot say. */
const occluded: Check = (seen, rules) =>
  (seen.covered === true && seen.features !== 'turned' && Math.abs(seen.pose.roll) <= rules.maxRoll) ||
  withoutHold(seen, rules)

/**
 * Points that find no hold mean a covering, unless the head is turned away or the edge is near: of 23 clear faces with
 * their square inside the picture none lost hold, of 35 whose square reaches well over the edge 23 did.
 */
const withoutHold: Check = (seen, rules) =>
  seen.features === 'covered' && room(seen.frame, seen.picture) > -0.08 * seen.frame.width && !posedAway(seen, rules)

/** A face cut by the edge has a third of itself outside; to the model what is missing looks covered, so this comes first. */
const cutByEdge: Check = ({ outline, face, picture }) =>
  outside(outline, picture) > 0.12 || room(face, picture) < -0.2 * face.width

const tooClose: Check = ({ face, picture }, { maxShare }) => face.width > maxShare * shorterSide(picture)

const cropped: Check = ({ outline, picture }, rules) => outside(outline, picture) > rules.cropped

const tooSmall: Check = ({ face, picture }, { minPixels, minShare }) =>
  face.width < minPixels || face.width < minShare * shorterSide(picture)

const closeToBorder: Check = ({ face, frame, picture }, { border }) =>
  Math.min(room(face, picture), room(frame, picture)) < border * face.width

const posedAway: Check = ({ pose }, { maxYaw, maxPitch, maxRoll }) =>
  Math.abs(pose.yaw) > maxYaw || Math.abs(pose.pitch) > maxPitch || Math.abs(pose.roll) > maxRoll

const turnedAway: Check = (seen, rules) => seen.features !== 'found' || posedAway(seen, rules)

const CHECKS: readonly [FaceRefusal, Check][] = [
  ['TOO_MANY_FACES', tooMany],
  ['FACE_CROPPED', cutByEdge],
  ['FACE_IS_OCCLUDED', occluded],
  ['FACE_TOO_CLOSE', tooClose],
  ['FACE_CROPPED', cropped],
  ['FACE_TOO_SMALL', tooSmall],
  ['FACE_CLOSE_TO_BORDER', closeToBorder],
  ['FACE_ANGLE_TOO_LARGE', turnedAway],
]

const shorterSide = ({ width, height }: { width: number; height: number }) => Math.min(width, height)

/** The smallest distance to an edge; negative when the square reaches over it. */
function room(face: Rectangle, picture: { width: number; height: number }): number {
  return Math.min(face.x, face.y, picture.width - face.x - face.width, picture.height - face.y - face.height)
}

/** The largest share of the outline's width or height that lies beyond one edge. */
function outside(outline: Rectangle, picture: { width: number; height: number }): number {
  return Math.max(
    -outline.x / outline.width,
    (outline.x + outline.width - picture.width) / outline.width,
    -outline.y / outline.height,
    (outline.y + outline.height - picture.height) / outline.height,
  )
}
