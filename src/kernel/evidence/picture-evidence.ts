import type { Result } from '../../formats/result.ts'
import type { Corners } from '../../vision/engine.ts'
import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClosedRefusal, Enrolment } from '../session/change-session.ts'
import type { Part } from '../session/session-words.ts'
import { openSlot } from '../slot.ts'
import type { CaptureSource } from './capture-words.ts'
import type { IntakeOptions } from './intake.ts'
import type { PageReaderPorts } from './page-reader.ts'

/** A picture of one part of a session, as it was sent. */
export interface SentPart {
  part: Part
  picture: Uint8Array
  source: CaptureSource
  /** Whether the token it came with was issued for the hosted page. */
  forPage?: boolean
  /** The document's corners, as the person has set them. */
  corners?: Corners | undefined
}

/** How pictures of some parts are read and kept, whoever hands them on. Nothing is kept of one that is refused. */
export interface PictureEvidence {
  parts: readonly Part[]
  readAndKeep(
    ports: Pick<Ports, 'sessions' | 'tenants' | 'images' | 'policies'> & PageReaderPorts,
    enrolment: Enrolment,
    sent: SentPart,
    options: IntakeOptions,
  ): Promise<Result<{ isFirst: boolean }, DocumentRefusal | FaceRefusal | ClosedRefusal>>
}

export const pictureEvidence = openSlot<PictureEvidence>('picture evidence')

export function pictureEvidenceOf(part: Part): PictureEvidence {
  const found = pictureEvidence.parts().find(({ parts }) => parts.includes(part))
  if (!found) throw new Error(`no feature reads a picture of ${part}`)
  return found
}
