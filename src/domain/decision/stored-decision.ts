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

/** The same for every decision of a stored session. */
export function openDecisions<Stored extends Pick<Session, 'decision' | 'earlier'>>(session: Stored): Stored {
  const { decision, earlier } = session
  return {
    ...session,
    ...(decision && { decision: openDecision(decision) }),
    ...(earlier && { earlier: earlier.map((answer) => ({ ...answer, decision: openDecision(answer.decision) })) }),
  }
}
