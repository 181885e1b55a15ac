import type { AuditEntry } from '../../kernel/ports/audit.ts'
import type { PairAnswerWord } from '../../kernel/vocabulary.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeaturePorts {
    pairAnswers: PairAnswers
  }
}

/** The answer of a reviewer about two sessions of one tenant and mode. */
export interface PairAnswer {
  /** The case that was reviewed, and the one that it was compared with. */
  sessionId: string
  otherId: string
  answer: PairAnswerWord
  reason: string
  by: string
  at: Date
}

/** Answers about pairs of sessions. The last answer counts; it is erased with either session. */
export interface PairAnswers {
  /**
   * Keeps the answer with the audit entry. It replaces an earlier answer about the pair. False if either session was
   * erased.
   */
  give(answer: PairAnswer, audit: AuditEntry): Promise<boolean>
  /** The answers about a session, on either side of the pair, oldest first. */
  of(sessionId: string): Promise<PairAnswer[]>
  /** Which of the others show another person than one of these sessions, according to a reviewer. */
  findOthers(sessionIds: readonly string[], others: readonly string[]): Promise<string[]>
}
