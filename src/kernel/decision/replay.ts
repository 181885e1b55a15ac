import type { Session } from '../session/session.ts'
import { type Decision, decide } from './decide.ts'
import { evidenceOf } from './evidence.ts'
import type { FactorName } from './factors/index.ts'
import type { Policy } from './policy.ts'
import { type DecisionOutcome, OUTCOMES } from './rule.ts'

/** What another policy would have decided for a decided session. */
export interface Replayed {
  id: string
  before: Pick<Decision, 'outcome' | 'score'>
  after: Pick<Decision, 'outcome' | 'score'>
  /** The factors whose effect changed. */
  because: FactorName[]
}

/** Decides again on the stored evidence. Undefined if the session was never decided. */
export function redecide(session: Session, policy: Policy): Replayed | undefined {
  const evidence = evidenceOf(session)
  if (!evidence || !session.decision) return undefined

  const before = session.decision
  const after = decide(evidence, policy)
  const effects = new Map(before.factors.map(({ name, effect }) => [name, effect]))
  return {
    id: session.id,
    before: { outcome: before.outcome, score: before.score },
    after: { outcome: after.outcome, score: after.score },
    because: after.factors
      .filter(({ name, effect }) => (effects.get(name) ?? 'none') !== effect)
      .map(({ name }) => name),
  }
}

/** How many sessions changed from which outcome to which, and the factors that caused it. */
export interface Tally {
  sessions: number
  moves: Record<DecisionOutcome, Record<DecisionOutcome, number>>
  /** For the sessions whose outcome changed: how often each factor's effect changed. */
  because: Partial<Record<FactorName, number>>
}

export function newTally(): Tally {
  const row = () => ({ approve: 0, refer: 0, reject: 0 })
  return { sessions: 0, moves: { approve: row(), refer: row(), reject: row() }, because: {} }
}

export function count(tally: Tally, { before, after, because }: Replayed): void {
  tally.sessions += 1
  tally.moves[before.outcome][after.outcome] += 1
  if (before.outcome === after.outcome) return
  for (const name of because) tally.because[name] = (tally.because[name] ?? 0) + 1
}

export const changed = ({ sessions, moves }: Tally): number =>
  sessions - OUTCOMES.reduce((same, outcome) => same + moves[outcome][outcome], 0)

/** The number of steps that scores from 0 to 100 are counted in: fine enough to see the effect of a limit. */
export const SCORE_STEPS = 25

/** The number of past scores of each factor in each step, lowest first. */
export type ScoreHistogram = Partial<Record<FactorName, number[]>>

/** Counts the scores of one decision. What could not be scored is left out. */
export function countScores(histogram: ScoreHistogram, { factors }: Pick<Decision, 'factors'>): void {
  for (const { name, score } of factors) {
    if (score === undefined) continue
    const steps = histogram[name] ?? Array<number>(SCORE_STEPS).fill(0)
    histogram[name] = steps
    const step = Math.min(SCORE_STEPS - 1, Math.floor((score * SCORE_STEPS) / 100))
    steps[step] = (steps[step] ?? 0) + 1
  }
}
