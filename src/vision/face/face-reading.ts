import type { Hint } from '../../formats/hints.ts'
import type { Eyes } from '../../formats/place.ts'
import type { ModelUse } from '../document/page-reading.ts'
import type { ChallengeOutcome } from './challenge/challenge.ts'
import type { FaceTemplate, PhotographFingerprint } from './face-template.ts'

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
