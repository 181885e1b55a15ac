/** The upper tail of an error distribution, modelled as an exponential beyond a point. */
interface Tail {
  n: number
  /** Where the tail begins, and the number of values in it. */
  beyond: number
  over: number
  /** Mean of the tail, measured from its beginning. */
  mean: number
}

export function tailOf(errors: readonly number[], beyond: number): Tail {
  const over = errors.filter((error) => error > beyond)
  const mean = over.reduce((sum, error) => sum + error - beyond, 0) / (over.length || 1)
  return { n: errors.length, beyond, over: over.length, mean }
}

/** The error that this share of people exceed. */
export const exceededBy = ({ n, beyond, over, mean }: Tail, share: number): number =>
  beyond + mean * Math.log(over / n / share)
