import type { ChallengeImageName, DocumentImageName, FaceImageName, ReviewImageName } from '../../vision/image-names.ts'
import type { EvidenceImages, EvidenceReadings } from '../feature-types.ts'

/** What evidence is called: a reading is kept under this name in its session and in the evidence of a decision. */
export type SourceName = 'document' | 'face' | keyof EvidenceReadings

/** What pictures and files are called that are stored with a session. */
export type ImageName =
  | DocumentImageName
  | FaceImageName
  | ReviewImageName
  | ChallengeImageName
  | EvidenceImages[keyof EvidenceImages]
