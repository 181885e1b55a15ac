import type { FaceTemplate, IdentityDocument, ModelUse, PhotographFingerprint } from '../document/document.ts'
import type { Eyes } from '../../../formats/place.ts'
import type { Hint } from '../../vocabulary.ts'
import type { ChallengeOutcome } from '../../../vision/face/challenge/challenge.ts'
import { cosineOf, groundOf } from '../../../vision/face/template.ts'

/** What was read from a selfie that no rule refused. */
export interface FaceReading {
  template: FaceTemplate
  /** 0..100, above 50 means a live person. Absent if it could not be computed. */
  liveness?: {
    score: number
    kinds: Record<string, number>
    /**
     * 0..1: the weight of the face's own surface, which grows if little is around it. Absent before it was recorded.
     */
    surface?: number
  }
  /** In years. Absent if switched off or not computed. */
  age?: number
  /** −10,000 (male) … 10,000 (female), 0 undecided. */
  gender?: number
  /** The selfie's fingerprint as a photograph, to compare with the photograph on the document. */
  photograph?: PhotographFingerprint
  /** The result of the challenge that the selfie came with. */
  challenge?: ChallengeOutcome
  /** In the cropped picture, `face_cropped`. */
  eyes?: Eyes
  pose: { yaw: number; pitch: number; roll: number }
  hints: Hint[]
  models: ModelUse[]
}

type FaceMatch = ({ comparable: true } & Likeness) | { comparable: false; because: 'no portrait' | 'different models' }

export interface Likeness {
  cosine: number
  score: number
  /** The recogniser, or the joined ones, that both templates were compared by. */
  model: string
}

/** Compares the document's portrait with the selfie. Templates of different models cannot be compared. */
export function matchFaces(document: IdentityDocument, face: FaceReading): FaceMatch {
  const portrait = document.pages.find((page) => page.portrait)?.portrait
  if (!portrait) return { comparable: false, because: 'no portrait' }
  const likeness = matchTemplates(portrait, face.template)
  return likeness ? { comparable: true, ...likeness } : { comparable: false, because: 'different models' }
}

/** Compares two templates by everything that they have in common; undefined if that is nothing. */
export function matchTemplates(a: FaceTemplate, b: FaceTemplate): Likeness | undefined {
  const ground = groundOf(a, b)
  if (!ground) return undefined
  const cosine = cosineOf(ground.a, ground.b)
  return { cosine, score: onCurve(ground.curve, cosine), model: ground.model }
}

/** The cosine that has this score; undefined for a curve that does not reach it. */
export function cosineAt(curve: FaceTemplate['curve'], score: number): number | undefined {
  const above = curve.findIndex(([, y]) => y >= score)
  const right = curve[above]
  const left = curve[above - 1]
  if (!right || !left) return right?.[0]
  return left[0] + ((score - left[1]) / (right[1] - left[1])) * (right[0] - left[0])
}

/** Linear between the points of an ascending curve, flat beyond its ends. */
export function onCurve(curve: FaceTemplate['curve'], cosine: number): number {
  const above = curve.findIndex(([x]) => x >= cosine)
  if (above === -1) return curve.at(-1)?.[1] ?? 0
  const right = curve[above]
  const left = curve[above - 1]
  if (!right || !left) return right?.[1] ?? 0
  return left[1] + ((cosine - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}

/**
 * A search compares with every earlier session, so it needs much more certainty than one comparison. At this score
 * (cosine 0.594 of the joined recognisers) one of 1,250,180 impostor pairs of LFW matches, with a doubtful label. A
 * Pareto tail fitted to the others gives 4 in a hundred million: among a million sessions one search in 25 finds a
 * stranger, and a person looks. Of genuine pairs 84 % are above.
 */
export const SAME_FACE_SCORE = 77
