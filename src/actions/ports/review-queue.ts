import type { DocumentType, Mode, Status } from '../../domain/vocabulary.ts'
import type { Scope } from './scope.ts'

/** Cases that wait for a reviewer, and who has which in hand. */
export interface ReviewQueue {
  /** Those that have waited longest first. */
  waiting(
    now: Date,
    page: { offset: number; limit: number },
    scope: Scope,
  ): Promise<{ total: number; cases: WaitingCase[] }>
  /** Undefined when unknown or erased. */
  find(sessionId: string): Promise<{ tenant: string; mode: Mode; status: Status } | undefined>
  /**
   * Takes a waiting case for a reviewer until then, or renews it, unless another's claim still runs: answers the claim
   * in force. Undefined when the case does not wait.
   */
  claim(sessionId: string, claim: Claim, now: Date): Promise<Claim | undefined>
  /** The claim that runs now. */
  claimOf(sessionId: string, now: Date): Promise<Claim | undefined>
  /** Gives the case back; only the reviewer's own, when one is named. False when there was nothing to give back. */
  release(sessionId: string, reviewer?: string): Promise<boolean>
}

export interface WaitingCase {
  sessionId: string
  tenant: string
  mode: Mode
  since: Date
  documentType?: DocumentType
  country?: string
  claim?: Claim
}

export interface Claim {
  reviewer: string
  until: Date
}
