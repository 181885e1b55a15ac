import type { Asked } from '../../vision/engine.ts'
import type { FaceReading } from '../../vision/face/face-reading.ts'
import type { Ports } from '../ports/ports.ts'
import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'
import type { SelfieField } from './contract/selfie-fields.ts'
import type { ImageName } from './evidence-names.ts'

/** What may be sent together with a selfie, in the same JSON body, and is judged with it. */
export interface SelfieCompanion {
  field: SelfieField
  /** Reads what was sent, and validates all of it; throws what the caller is answered. */
  read(given: unknown, picture: Uint8Array): SentCompanion
  /** Why a selfie counts as live that is neither clearly live nor clearly an attack; undefined if it does not. */
  settlesLiveness?(face: FaceReading): { reason: string; used: Record<string, string | number> } | undefined
}

export interface SentCompanion {
  /** The answer that it got, if exactly this selfie came with it before. */
  answerBefore(face: FaceReading): CompanionAnswer | undefined
  judge(ports: Pick<Ports, 'engine' | 'clock'>, session: Session, face: FaceReading, asked: Asked): Promise<Judged>
}

interface Judged {
  images: Partial<Record<ImageName, Uint8Array>>
  /** As of the moment of writing: the session with it, and the reading of the selfie. */
  settle(session: Session, face: FaceReading): { session: Session; face: FaceReading; answer: CompanionAnswer }
}

/** What the answer to the selfie says of it. */
export type CompanionAnswer = Record<string, string>

export const selfieCompanions = openSlot<SelfieCompanion>('selfie companions')
