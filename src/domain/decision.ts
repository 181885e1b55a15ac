import type { FactorResult } from './factors/factor.ts'
import type { Level } from './vocabulary.ts'

export type Outcome = 'approve' | 'reject' | 'refer'

/** What was decided, under which policy, and why. Stored whole; a review changes the status, never this. */
export interface Decision {
  /** Integer 0..100. */
  score: number
  level: Level
  outcome: Outcome
  factors: FactorResult[]
  /** The factors that brought the outcome about, in words, most important first. */
  reasons: string[]
  policy: { name: string; version: string; sha256: string }
  /** ISO 8601 date the factors took as today. */
  today: string
}
