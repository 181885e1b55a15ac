import { accept, type Result, refuse } from '../../domain/result.ts'
import { hasSpoken } from '../../domain/review.ts'
import { actOnCase, type CaseActPorts, type CaseActRefusal, type Hold } from './act-on-case.ts'
import type { Examiner } from './claim-case.ts'

/** Leaves a case to a second pair of eyes: it waits on, for anybody but this reviewer. */
export async function escalateCase(
  ports: CaseActPorts,
  examiner: Examiner,
  sessionId: string,
  reason: string,
  hold: Hold,
): Promise<Result<{ undoUntil?: Date }, 'NOT_FOUND'> | CaseActRefusal> {
  const { username } = examiner
  return actOnCase<{ undoUntil?: Date }, never>(ports, examiner, sessionId, hold, (session, _tenant, now) => {
    if (hasSpoken(session, username)) return refuse('SECOND_PERSON_NEEDED')
    const opinion = { by: username, verdict: 'escalate' as const, at: now.toISOString() }
    return accept({
      act: 'escalate',
      next: { ...session, opinions: [...(session.opinions ?? []), opinion] },
      review: { reviewer: username, verdict: 'escalate', reason: reason.trim() },
      value: (undoUntil?: Date) => ({ ...(undoUntil && { undoUntil }) }),
    })
  })
}
