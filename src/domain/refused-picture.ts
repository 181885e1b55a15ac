import type { DocumentRefusal, FaceRefusal, Hint, Part } from './vocabulary.ts'

/** A picture that was refused over and over, and that the person sent to a reviewer as it is. */
export interface RefusedPicture {
  part: Part
  /** How often a picture of the part was refused, this one included. */
  times: number
  /** Why it was refused the last time, with the finer words. */
  error: DocumentRefusal | FaceRefusal
  hints?: Hint[]
}
