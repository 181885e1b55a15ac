import { type AgainstCode, wantsConfirmation } from '../decision/finding-codes.ts'
import type { Status } from '../session/session-words.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { EarlierAnswer, NewPicture, PendingAnswer } from './new-picture.ts'
import type { FourEyes, ReviewAct } from './review-words.ts'

export type Verdict = 'approve' | 'reject'

/** A reviewer's verdict or escalation that did not settle the case. */
export interface Opinion {
  by: string
  verdict: Verdict | 'escalate'
  /** ISO 8601. */
  at: string
  /** The version of the evidence that it is about. Absent in opinions of version 1.0. */
  evidence?: string
}

/** An act that its reviewer can still take back, and the session before it. */
export interface Held {
  by: string
  act: Exclude<ReviewAct, 'note' | 'undo'>
  /**
   * The version of the session that was written with the act: a later version means that somebody else has written
   * since.
   */
  version: number
  before: {
    status: Status
    opinions?: Opinion[]
    newPictures?: NewPicture[]
    earlier?: EarlierAnswer[]
    pendingAnswer?: PendingAnswer
  }
}

/** The time by which the tenant wants a verdict on a case that starts to wait now. */
export const dueFrom = (at: Date, { reviewHours }: Pick<TenantSettings, 'reviewHours'>): { dueAt?: string } =>
  reviewHours === undefined ? {} : { dueAt: new Date(at.getTime() + reviewHours * 3_600_000).toISOString() }

interface Spoken {
  opinions?: readonly Opinion[]
  linkTakers?: readonly string[]
  newPictures?: readonly NewPicture[]
}

/**
 * Whether a reviewer must leave the case to somebody else: they have given their opinion on this evidence, have left
 * the case to a second reviewer, or have had the link with which its pictures are sent.
 */
export const hasSpoken = (session: Spoken, reviewer: string, evidence: string): boolean =>
  (session.linkTakers ?? []).includes(reviewer) || standingOpinions(session, evidence).some(({ by }) => by === reviewer)

/** Whether a reviewer has left the case to somebody else. */
export const hasEscalated = ({ opinions = [] }: Spoken, reviewer: string): boolean =>
  opinions.some(({ by, verdict }) => by === reviewer && verdict === 'escalate')

/** How many must agree on a case against which these findings speak: a specimen or an altered proof wants two to approve. */
export function fourEyesFor(
  against: readonly AgainstCode[],
  { fourEyes = 'off', confirmAgainst }: Pick<TenantSettings, 'fourEyes' | 'confirmAgainst'>,
): FourEyes {
  return fourEyes === 'off' && confirmAgainst !== 'alone' && wantsConfirmation(against) ? 'approvals' : fourEyes
}

/** Whether a verdict settles the case, or waits for a second reviewer who agrees. */
export function settles(
  session: Spoken,
  verdict: Verdict,
  fourEyes: FourEyes | undefined,
  { by, evidence }: { by: string; evidence: string },
): boolean {
  const wantsTwo = fourEyes === 'always' || (fourEyes === 'approvals' && verdict === 'approve')
  const others = standingOpinions(session, evidence).filter((opinion) => opinion.by !== by)
  return !wantsTwo || others.some((opinion) => opinion.verdict === verdict)
}

/**
 * The opinions that count: an escalation is about the case; a verdict is about the evidence that its reviewer saw, and
 * ends with it. Those who have had the link with which pictures are sent may have sent them.
 */
function standingOpinions({ opinions = [], linkTakers = [], newPictures = [] }: Spoken, evidence: string): Opinion[] {
  const isAboutThis = ({ evidence: seen, at }: Opinion) =>
    seen === undefined ? !newPictures.some(({ answeredAt }) => answeredAt && answeredAt >= at) : seen === evidence
  return opinions.filter(
    (opinion) => opinion.verdict === 'escalate' || (isAboutThis(opinion) && !linkTakers.includes(opinion.by)),
  )
}

/** After a write that changes nothing of what was held: an act that could be undone still can, a stale one cannot. */
export const keepHeld = <Holding extends { version: number; held?: Held }>(session: Holding): Holding =>
  session.held?.version === session.version
    ? { ...session, held: { ...session.held, version: session.version + 1 } }
    : session

/** The acts that are still in effect: an act that was taken back is left out together with its undoing. */
export function standing<Act extends { verdict: ReviewAct; reviewer: string }>(acts: readonly Act[]): Act[] {
  const left: Act[] = []
  for (const act of acts) {
    if (act.verdict !== 'undo') left.push(act)
    else {
      const at = left.findLastIndex(({ reviewer, verdict }) => reviewer === act.reviewer && verdict !== 'note')
      if (at >= 0) left.splice(at, 1)
    }
  }
  return left
}

/** The verdicts among them: approve or reject. */
export const verdictsAmong = <Act extends { verdict: ReviewAct; reviewer: string }>(acts: readonly Act[]) =>
  standing(acts).filter((act): act is Act & { verdict: Verdict } => isVerdict(act.verdict))

export const isVerdict = (act: ReviewAct): act is Verdict => act === 'approve' || act === 'reject'
