import { accept, type Result, refuse } from '../../formats/result.ts'
import { type AgainstCode, wantsConfirmation } from '../decision/finding-codes.ts'
import { findingsAgainst } from '../decision/findings.ts'
import type { Tenant } from '../ports/tenants.ts'
import { move, type Session } from '../session/session.ts'
import type { Status } from '../session/session-words.ts'
import { actOnCase, type CaseActPorts, type CaseActRefusal, type Hold, NO_UNDO } from './act-on-case.ts'
import { versionOfEvidence } from './case-version.ts'
import type { Examiner } from './claim-case.ts'
import { fourEyesFor, hasSpoken, settles, type Verdict } from './review.ts'
import { REJECTION_TEXTS, type RejectionReason } from './review-words.ts'

interface VerdictGiven {
  verdict: Verdict
  /** In words; can be left out if a code says it. */
  reason?: string | undefined
  /** The code of a rejection: from the closed list, or one of the tenant's own. */
  code?: string | undefined
  /** The findings that an approval is given against; in live mode all of those that must be named. */
  against?: readonly AgainstCode[] | undefined
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
 * for somebody else's. Who approves in live mode although something speaks against it names each finding; a specimen or
 * an altered proof wants a second reviewer, unless the tenant leaves that to one. The decision itself stays as it was.
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
    const findings = verdict === 'approve' ? findingsAgainst(session) : []
    const against = findings.map(({ code }) => code)
    if (verdict === 'approve' && !isSame(against, given.against ?? []))
      return {
        ok: false,
        refusal: 'FINDINGS_NOT_NAMED',
        against: findings.map(({ code, reason: found }) => ({ code, reason: found })),
      }
    const fourEyes = fourEyesFor(against, tenant.settings)
    const isSettled = settles(session, verdict, fourEyes, { by: username, evidence })
    const opinion = { by: username, verdict, at: now.toISOString(), evidence }
    const next: Session = isSettled
      ? move(session, verdict)
      : { ...session, opinions: [...(session.opinions ?? []), opinion] }
    const isAlone = wantsConfirmation(against) && tenant.settings.confirmAgainst === 'alone'
    return accept({
      act: verdict,
      next,
      review: {
        reviewer: username,
        verdict,
        ...reason,
        ...(against.length > 0 && { against }),
        ...(isAlone && { confirmAgainst: 'alone' as const }),
      },
      ...(isSettled && { event: { type: 'status', status: next.status } }),
      value: (undoUntil?: Date) => ({ status: next.status, isSettled, ...(undoUntil && { undoUntil }) }),
    })
  })
}

const isSame = (one: readonly AgainstCode[], other: readonly AgainstCode[]): boolean =>
  new Set([...one, ...other]).size === one.length && new Set(other).size === one.length

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
