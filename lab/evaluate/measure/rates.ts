/** Error rates of a score that should be high for the positives (genuine pairs, live people) and low for the negatives. */
export interface Scores {
  positives: number[]
  negatives: number[]
}

/** The probability that a positive scores higher than a negative; ties count half. */
export function auc({ positives, negatives }: Scores): number {
  const sorted = Float64Array.from(negatives).sort()
  let sum = 0
  for (const score of positives) sum += (below(sorted, score, false) + below(sorted, score, true)) / 2
  return sum / (positives.length * negatives.length)
}

/** The equal error rate and its threshold. */
export function equalError(scores: Scores): { eer: number; threshold: number } {
  const best = operatingPoints(scores).reduce((a, b) => (Math.abs(a.fnmr - a.fmr) <= Math.abs(b.fnmr - b.fmr) ? a : b))
  return { eer: (best.fnmr + best.fmr) / 2, threshold: best.threshold }
}

/** The share of positives accepted at the lowest threshold that accepts at most `far` of the negatives. */
export function acceptedAt({ positives, negatives }: Scores, far: number): { rate: number; threshold: number } {
  const sorted = Float64Array.from(negatives).sort()
  const allowed = Math.floor(far * sorted.length)
  const threshold = sorted[sorted.length - 1 - allowed] ?? Number.NEGATIVE_INFINITY
  return { rate: positives.filter((score) => score > threshold).length / positives.length, threshold }
}

/** Accepted means a score over the threshold. */
export function errorsAt({ positives, negatives }: Scores, threshold: number) {
  return {
    falseAccepts: negatives.filter((score) => score > threshold).length,
    falseRejects: positives.filter((score) => !(score > threshold)).length,
  }
}

export interface OperatingPoint {
  threshold: number
  /** Negatives accepted. */
  fmr: number
  /** Positives refused. */
  fnmr: number
}

/** One point for each distinct score, thinned out to at most a few thousand. */
export function operatingPoints({ positives, negatives }: Scores): OperatingPoint[] {
  const sortedPositives = Float64Array.from(positives).sort()
  const sortedNegatives = Float64Array.from(negatives).sort()
  const spread = [...thinned(sortedPositives, 1000), ...thinned(sortedNegatives, 1000), ...sortedNegatives.slice(-1000)]
  return [...new Set(spread)]
    .sort((a, b) => a - b)
    .map((threshold) => ({
      threshold,
      fmr: 1 - below(sortedNegatives, threshold, true) / negatives.length,
      fnmr: below(sortedPositives, threshold, true) / positives.length,
    }))
}

function* thinned(sorted: Float64Array, most: number): Generator<number> {
  const step = Math.max(1, sorted.length / most)
  for (let i = 0; i < sorted.length; i += step) yield sorted[Math.floor(i)] as number
}

/** How many of the sorted values are below (or equal to) the score. */
function below(sorted: Float64Array, score: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] as number
    if (value < score || (orEqual && value === score)) low = middle + 1
    else high = middle
  }
  return low
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
