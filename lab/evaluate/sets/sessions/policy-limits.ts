import { quantile } from '../../measure/rates.ts'
import type { Errors } from '../../report/tables/policy.ts'

/** The scores of one factor: for genuine documents, and for those with the fault it detects. */
export interface Sorted {
  genuine: number[]
  faulty: number[]
}

/** Where HIGH and MEDIUM begin. */
export interface Limits {
  high: number
  medium: number
}

export function errorsOf({ genuine, faulty }: Sorted, { high, medium }: Limits): Errors {
  const count = (scores: number[], test: (score: number) => boolean) => scores.filter(test).length
  return {
    genuine: genuine.length,
    genuineNotHigh: count(genuine, (score) => score <= high),
    genuineLow: count(genuine, (score) => score <= medium),
    faulty: faulty.length,
    faultyHigh: count(faulty, (score) => score > high),
    faultyLow: count(faulty, (score) => score <= medium),
  }
}

/**
 * HIGH begins where the sum of missed faults and referred genuine documents is smallest. LOW ends below all genuine
 * scores, since it rejects. Each limit is in the middle of the gap between the neighbouring scores.
 */
export function chooseLimits({ genuine, faulty }: Sorted): Limits | undefined {
  if (!genuine.length || !faulty.length) return undefined
  const steps = [...new Set([0, ...genuine, ...faulty])].toSorted((a, b) => a - b)
  const between = steps.slice(1).map((step, at) => (step + (steps[at] ?? 0)) / 2)
  const cost = (high: number) => {
    const { genuineNotHigh, faultyHigh } = errorsOf({ genuine, faulty }, { high, medium: 0 })
    return genuineNotHigh / genuine.length + faultyHigh / faulty.length
  }
  const high = between.reduce((best, limit) => (cost(limit) < cost(best) ? limit : best), between[0] ?? 0)
  const lowest = Math.min(...genuine)
  const medium = Math.min(high, between.filter((limit) => limit < lowest).at(-1) ?? 0)
  return { high: round(high), medium: round(medium) }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Minimum, 10 %, median, 90 % and maximum; empty without scores. */
export function spreadOf(scores: number[]): number[] {
  return scores.length ? [0, 0.1, 0.5, 0.9, 1].map((share) => quantile(scores, share)) : []
}
