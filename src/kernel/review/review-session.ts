import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Tenant } from '../ports/tenants.ts'
import { move, type Session } from '../session/session.ts'
import type { Status } from '../session/session-words.ts'
import { actOnCase, type CaseActPorts, type CaseActRefusal, type Hold, NO_UNDO } from './act-on-case.ts'
import { versionOfEvidence } from './case-version.ts'
import type { Examiner } from './claim-case.ts'
import { hasSpoken, settles, type Verdict } from './review.ts'
import { REJECTION_TEXTS, type RejectionReason } from './review-words.ts'

interface VerdictGiven {
  verdict: Verdict
  /** In words; can be left out if a code says it. */
  reason?: string | undefined
  /** The code of a rejection: from the closed list, or one of the tenant's own. */
  code?: string | undefined
}

interface Reviewed {
  status: Status
  /** False if a second reviewer must agree first. */
  isSettled: boolean
  undoUntil?: Date
}

/**
 * Settles a case that was referred, with the reviewer's name, the time and the reason, in one write with the webhook,
 * which is sent when the verdict can no longer be undone. If the tenant wants two reviewers, the first verdict waits
 * for somebody else's. The decision itself stays as it was.
 */
export async function reviewSession(
  ports: CaseActPorts,
  examiner: Examiner,
  sessionId: string,
  given: VerdictGiven,
  hold: Hold = NO_UNDO,
): Promise<Result<Reviewed, 'NOT_FOUND' | 'UNKNOWN_REASON'> | CaseActRefusal> {
  const { username } = examiner
  return actOnCase<Reviewed, 'UNKNOWN_REASON'>(ports, examiner, sessionId, hold, (session, tenant, now) => {
    const reason = wordsOf(given, tenant)
    if (!reason) return refuse('UNKNOWN_REASON')
    const evidence = versionOfEvidence(session)
    if (hasSpoken(session, username, evidence)) return refuse('SECOND_PERSON_NEEDED')
    const { verdict } = given
    const isSettled = settles(session, verdict, tenant.settings.fourEyes, { by: username, evidence })
    const opinion = { by: username, verdict, at: now.toISOString(), evidence }
    const next: Session = isSettled
      ? move(session, verdict)
      : { ...session, opinions: [...(session.opinions ?? []), opinion] }
    return accept({
      act: verdict,
      next,
      review: { reviewer: username, verdict, ...reason },
      ...(isSettled && { event: { type: 'status', status: next.status } }),
      value: (undoUntil?: Date) => ({ status: next.status, isSettled, ...(undoUntil && { undoUntil }) }),
    })
  })
}

/** Undefined when the reason is not one of this tenant's, or is empty. */
function wordsOf({ verdict, reason = '', code }: VerdictGiven, { settings }: Tenant) {
  const text = reason.trim()
  if (verdict === 'approve') return text ? { reason: text } : undefined
  if (code === undefined) return text ? { reason: text, code: 'OTHER' } : undefined
  const own = settings.rejectionReasons?.find((each) => each.code === code)?.text
  const words = own ?? REJECTION_TEXTS[code as RejectionReason]
  if (words === undefined || (code === 'OTHER' && !text)) return undefined
  return { reason: text || words, code }
}
