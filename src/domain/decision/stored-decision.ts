import type { SealReading } from '../proofs/seal-reading.ts'
import type { Session } from '../session.ts'
import type { Decision } from './decide.ts'
import type { DecisionEvidence } from './factors/factor.ts'

/** As it is stored and bundled; up to version 0.2 the fields of its evidence were fields of the decision. */
export type StoredDecision = Decision | (Omit<Decision, 'evidence'> & DecisionEvidence)

/** A decision of any version in today's form. */
export function openDecision(stored: StoredDecision): Decision {
  if ('evidence' in stored) return withoutSeal(stored)
  const { today, steps, mode, capture, duplicates, watchlist, person, age, ...decision } = stored
  const evidence = {
    today,
    steps,
    ...(mode && { mode }),
    ...(capture && { capture }),
    ...(duplicates && { duplicates }),
    ...(watchlist && { watchlist }),
    ...(person && { person }),
    ...(age && { age }),
  }
  return { ...decision, evidence }
}

/** Version 1.0.0 kept the signed barcode with the decision too, with a face as numbers in it. The session has it. */
function withoutSeal(decision: Decision): Decision {
  if (!('seal' in decision.evidence)) return decision
  const { seal: _, ...evidence } = decision.evidence
  return { ...decision, evidence }
}

/** The signed barcode that version 1.0.0 kept with a decision. */
const sealOf = (stored: StoredDecision): SealReading | undefined =>
  'evidence' in stored && 'seal' in stored.evidence ? (stored.evidence.seal as SealReading) : undefined

/** The same for every decision of a stored session. */
export function openDecisions<Stored extends StoredReadings>(stored: Stored): Stored {
  const session = withSealsApart(stored)
  const { decision, earlier } = session
  return {
    ...session,
    ...(decision && { decision: openDecision(decision) }),
    ...(earlier && { earlier: earlier.map(openEarlier) }),
  }
}

type StoredReadings = Pick<Session, 'decision' | 'earlier' | 'seal' | 'images' | 'pendingAnswer'>

/** With its signed barcode next to its other readings, without the face, which may be forgotten by now. */
function openEarlier<Answer extends NonNullable<Session['earlier']>[number]>(answer: Answer): Answer {
  const { portrait: _, ...seal } = sealOf(answer.decision) ?? { portrait: undefined }
  return {
    ...answer,
    ...('kind' in seal && { seal }),
    decision: openDecision(answer.decision),
  }
}

/**
 * In the middle of an answer to a request for a new picture, version 1.0.0 had one signed barcode: that of the pictures which
 * came last. The one that was decided on stood with the decision alone.
 */
function withSealsApart<Stored extends StoredReadings>(session: Stored): Stored {
  const { seal: last, decision, pendingAnswer, ...rest } = session
  if (!last || !pendingAnswer || pendingAnswer.seal || !pendingAnswer.images[last.side]?.seal) return session
  const decidedOn = (decision && sealOf(decision)) ?? (session.images[last.side]?.seal ? last : undefined)
  return {
    ...rest,
    ...(decidedOn && { seal: decidedOn }),
    decision,
    pendingAnswer: { ...pendingAnswer, seal: last },
  } as Stored
}
