import type { FaceRefusal } from './vocabulary.ts'

/** What was measured on a selfie in which at least one face was found. Lengths in pixels, angles in degrees. */
export interface FaceMeasurements {
  picture: { width: number; height: number }
  /** The detector's square around the main face, brows to chin. */
  face: Rectangle
  /** The bounds of eyes, brows, nose, mouth and jaw. */
  outline: Rectangle
  /** Sides of the other faces' squares. */
  otherSides: number[]
  pose: { yaw: number; pitch: number; roll: number }
  /** 0..1: how sure the model is that something covers the face. Absent when no model judged it. */
  occlusion?: number
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
  /** From this probability on the face counts as covered. */
  occlusion: number
}

/** Measured on ordinary full-frame photographs of one person (docs/accuracy.md), where not stated otherwise. */
export const DEFAULT_FACE_RULES: FaceRules = {
  // Bystanders reached 0.59 of the main face in 101 photographs; two people side by side start at 0.72.
  secondFaceShare: 0.6,
  // At 48 pixels the match of genuine pairs starts to suffer.
  minPixels: 64,
  // The smallest face of 101 photographs took 0.15.
  minShare: 0.12,
  // 1 of 101 photographs exceeds it; beyond it nothing is left around the face for the liveness check.
  maxShare: 0.95,
  // 1 of 101 photographs has less room.
  border: 0.02,
  cropped: 0.02,
  // Pairs with a head turned by 30 to 40 degrees still match as well as frontal ones.
  maxYaw: 40,
  // From 20 degrees on, six times as many genuine pairs fail; no photograph of 101 exceeds 25.
  maxPitch: 25,
  maxRoll: 30,
  occlusion: 0.5,
}

/**
 * What a person should mend first, or undefined when the face will do. One person, uncovered, comes before
 * the framing, because framing is done anew with the next picture; the framing goes from far to near.
 */
export function faceRefusal(seen: FaceMeasurements, rules: FaceRules): FaceRefusal | undefined {
  return CHECKS.find(([, broken]) => broken(seen, rules))?.[0]
}

type Check = (seen: FaceMeasurements, rules: FaceRules) => boolean

const CHECKS: readonly [FaceRefusal, Check][] = [
  [
    'TOO_MANY_FACES',
    ({ face, otherSides }, { secondFaceShare }) => otherSides.some((side) => side >= secondFaceShare * face.width),
  ],
  ['FACE_IS_OCCLUDED', ({ occlusion }, rules) => occlusion !== undefined && occlusion >= rules.occlusion],
  [
    'FACE_TOO_SMALL',
    ({ face, picture }, { minPixels, minShare }) =>
      face.width < minPixels || face.width < minShare * shorterSide(picture),
  ],
  ['FACE_CROPPED', ({ outline, picture }, { cropped }) => outside(outline, picture) > cropped],
  ['FACE_TOO_CLOSE', ({ face, picture }, { maxShare }) => face.width > maxShare * shorterSide(picture)],
  ['FACE_CLOSE_TO_BORDER', ({ face, picture }, { border }) => room(face, picture) < border * face.width],
  [
    'FACE_ANGLE_TOO_LARGE',
    ({ pose }, rules) =>
      Math.abs(pose.yaw) > rules.maxYaw || Math.abs(pose.pitch) > rules.maxPitch || Math.abs(pose.roll) > rules.maxRoll,
  ],
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
