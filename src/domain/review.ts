import type { EarlierAnswer, NewPicture, PendingAnswer } from './new-picture.ts'
import type { TenantRules } from './tenant.ts'
import type { FourEyes, ReviewAct, Status } from './vocabulary.ts'

export type Verdict = 'approve' | 'reject'

/** A reviewer's verdict or escalation that did not settle the case. */
export interface Opinion {
  by: string
  verdict: Verdict | 'escalate'
  /** ISO 8601. */
  at: string
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
export const dueFrom = (at: Date, { reviewHours }: Pick<TenantRules, 'reviewHours'>): { dueAt?: string } =>
  reviewHours === undefined ? {} : { dueAt: new Date(at.getTime() + reviewHours * 3_600_000).toISOString() }

interface Spoken {
  opinions?: readonly Opinion[]
}

/** Whether a reviewer must leave the case to somebody else because they have already given their opinion. */
export const hasSpoken = ({ opinions = [] }: Spoken, reviewer: string): boolean =>
  opinions.some(({ by }) => by === reviewer)

/** Whether a verdict settles the case, or waits for a second reviewer who agrees. */
export function settles({ opinions = [] }: Spoken, verdict: Verdict, fourEyes: FourEyes | undefined): boolean {
  const wantsTwo = fourEyes === 'always' || (fourEyes === 'approvals' && verdict === 'approve')
  return !wantsTwo || opinions.some((opinion) => opinion.verdict === verdict)
}

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
