import type { StoredDecision } from '../../kernel/decision/check-decision.ts'
import type { EvidenceKind } from '../../kernel/evidence/evidence-kind.ts'
import type { Session } from '../../kernel/session/session.ts'
import { SEAL_VERDICTS, type SealReading } from './seal-reading.ts'

export const sealEvidence: EvidenceKind = {
  name: 'seal',
  ofPictures: true,
  verdicts: SEAL_VERDICTS,
  upgrade: openSeals,
}

type StoredReadings = Partial<Pick<Session, 'decision' | 'earlier' | 'seal' | 'images' | 'pendingAnswer'>>

/** Version 1.0.0 kept the signed barcode with a decision. */
function openSeals<Stored extends StoredReadings>(stored: Stored): Stored {
  const session = withSealsApart(stored)
  const { earlier } = session
  return earlier?.some(({ decision }) => sealOf(decision)) ? { ...session, earlier: earlier.map(openEarlier) } : session
}

const sealOf = (stored: StoredDecision): SealReading | undefined =>
  'evidence' in stored && 'seal' in stored.evidence ? (stored.evidence.seal as SealReading) : undefined

/**
 * An earlier answer with its signed barcode next to its other readings, without the face, which may have been forgotten
 * by now.
 */
function openEarlier<Answer extends NonNullable<Session['earlier']>[number]>(answer: Answer): Answer {
  const { portrait: _, ...seal } = sealOf(answer.decision) ?? { portrait: undefined }
  return { ...answer, ...('kind' in seal && { seal }) }
}

/**
 * During an answer to a request for a new picture, version 1.0.0 had one signed barcode: that of the newest pictures.
 * The one that was decided on was kept only with the decision.
 */
function withSealsApart<Stored extends StoredReadings>(session: Stored): Stored {
  const { seal: last, decision, pendingAnswer, images, ...rest } = session
  if (!last || !pendingAnswer || pendingAnswer.seal || !pendingAnswer.images[last.side]?.seal) return session
  const decidedOn = (decision && sealOf(decision)) ?? (images?.[last.side]?.seal ? last : undefined)
  return {
    ...rest,
    images,
    ...(decidedOn && { seal: decidedOn }),
    decision,
    pendingAnswer: { ...pendingAnswer, seal: last },
  } as Stored
}
