import type { AuditEntry } from '../../actions/ports/audit.ts'
import type { PairAnswerWord } from '../../domain/vocabulary.ts'

/** What a reviewer said of two sessions of one tenant and mode. */
export interface PairAnswer {
  /** The case that was looked at, and the one it was compared with. */
  sessionId: string
  otherId: string
  answer: PairAnswerWord
  reason: string
  by: string
  at: Date
}

/** Answers about pairs of sessions. The last one counts; one is erased with either session. */
export interface PairAnswers {
  /** Keeps it with the audit entry, in place of what was said of the two before. False when either session is gone. */
  give(answer: PairAnswer, audit: AuditEntry): Promise<boolean>
  /** Those about a session, whichever of the two it is, oldest first. */
  of(sessionId: string): Promise<PairAnswer[]>
  /** Which of the others were said to show somebody else than one of these sessions does. */
  findOthers(sessionIds: readonly string[], others: readonly string[]): Promise<string[]>
}
