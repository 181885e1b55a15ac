import type { Decision } from './decide.ts'
import type { FactorName } from './factors/index.ts'

/** Steps that a score from 0 to 100 is counted in: fine enough to see where a limit would cut. */
export const SCORE_STEPS = 25

/** How many past scores of each factor lie in each step, lowest first. */
export type ScoreHistogram = Partial<Record<FactorName, number[]>>

/** Counts the scores of one decision. What could not be scored is in no step. */
export function countScores(histogram: ScoreHistogram, { factors }: Pick<Decision, 'factors'>): void {
  for (const { name, score } of factors) {
    if (score === undefined) continue
    const steps = histogram[name] ?? Array<number>(SCORE_STEPS).fill(0)
    histogram[name] = steps
    const step = Math.min(SCORE_STEPS - 1, Math.floor((score * SCORE_STEPS) / 100))
    steps[step] = (steps[step] ?? 0) + 1
  }
}
