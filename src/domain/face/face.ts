import type { FaceTemplate, ModelUse, PhotographFingerprint } from '../document/document.ts'
import type { Eyes } from '../document/place.ts'
import type { Hint } from '../vocabulary.ts'
import type { ChallengeOutcome } from './challenge/outcome.ts'

/** What was read from a selfie that no rule refused. */
export interface FaceReading {
  template: FaceTemplate
  /** 0..100, over 50 means a live person. Absent when it could not be computed. */
  liveness?: {
    score: number
    kinds: Record<string, number>
    /** 0..1: how much the face's own surface counted, because little is around it. Absent before it was recorded. */
    surface?: number
  }
  /** In years. Absent when switched off or not computed. */
  age?: number
  /** −10,000 (male) … 10,000 (female), 0 undecided. */
  gender?: number
  /** The selfie as a photograph, to be distinguished from the one on the document. */
  photograph?: PhotographFingerprint
  /** What became of the challenge that the selfie came with. */
  challenge?: ChallengeOutcome
  /** In the picture that was cut out, `face_cropped`. */
  eyes?: Eyes
  pose: { yaw: number; pitch: number; roll: number }
  hints: Hint[]
  models: ModelUse[]
}
