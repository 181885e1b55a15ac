/** An error rate with its 95 % confidence interval. */
export interface ErrorRate {
  errors: number
  n: number
  rate: number
  low: number
  high: number
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964

/** The Wilson interval; without errors, the rule of three (ISO/IEC 19795-1): the rate is below 3 / n. */
export function errorRate(errors: number, n: number): ErrorRate {
  const rate = errors / n
  if (errors === 0) return { errors, n, rate, low: 0, high: Math.min(1, 3 / n) }
  const middle = (rate + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2))
  return { errors, n, rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** Compares an interval with a limit: completely within, completely over, or neither. */
export type Verdict = 'met' | 'not met' | 'not shown'

export function judgeRate({ low, high }: ErrorRate, limit: number): Verdict {
  if (high <= limit) return 'met'
  return low > limit ? 'not met' : 'not shown'
}
