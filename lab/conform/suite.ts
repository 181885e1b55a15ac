/** The results of one external suite. */
export interface SuiteReport {
  /** Written as JSON. */
  figures: Record<string, unknown>
  /** A line of the table for each part of the suite. */
  parts: { name: string; n: number; agree: number; unsupported?: number }[]
  /** Rows that were judged differently than the suite says, each with the reason. */
  misses: { id: string; reason: string }[]
  /** What the product does not do, with the number of such rows: never counted as a pass. */
  unsupported?: Record<string, number>
  /** Where the rows come from, if not from a folder: each part is then a row of the page. */
  source?: string
  /** Lines of Markdown below the table. */
  notes?: readonly string[]
}

/** One external suite, run through the product's own functions. */
export interface Suite {
  run(folder: string): Promise<SuiteReport>
}

/** Accepted or refused, what the product does not do, or why no answer was reached. */
export type Outcome = boolean | { unsupported: string } | { failure: string }

/** Why a row could not be judged: whatever is thrown is a miss of that row, and the next one is judged. */
export const failureOf = (error: unknown): string =>
  `not judged: ${error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)}`

/** Counts rows: `valid` must be accepted, `invalid` refused, `acceptable` may be either. */
export class Tally {
  n = 0
  agree = 0
  readonly misses: SuiteReport['misses'] = []
  readonly unsupported: Record<string, number> = {}

  add(id: string, expected: 'valid' | 'invalid' | 'acceptable', outcome: Outcome, about: string): void {
    this.n += 1
    if (typeof outcome === 'object' && 'failure' in outcome) this.misses.push({ id, reason: outcome.failure })
    else if (typeof outcome === 'object')
      this.unsupported[outcome.unsupported] = (this.unsupported[outcome.unsupported] ?? 0) + 1
    else if (expected === 'acceptable' || outcome === (expected === 'valid')) this.agree += 1
    else this.misses.push({ id, reason: `${expected}, and ${outcome ? 'accepted' : 'refused'}: ${about}` })
  }

  counts() {
    const unsupported = Object.values(this.unsupported).reduce((sum, count) => sum + count, 0)
    return { n: this.n, agree: this.agree, unsupported }
  }
}

/** The counts of several files, separate and together. */
export function reportOf(byFile: Record<string, Tally>): SuiteReport {
  const parts = Object.entries(byFile).map(([name, tally]) => ({ name, ...tally.counts() }))
  const sum = (name: 'n' | 'agree' | 'unsupported') => parts.reduce((all, part) => all + part[name], 0)
  const total = { n: sum('n'), agree: sum('agree'), unsupported: sum('unsupported') }
  const unsupported: Record<string, number> = {}
  for (const tally of Object.values(byFile))
    for (const [what, count] of Object.entries(tally.unsupported)) unsupported[what] = (unsupported[what] ?? 0) + count
  return {
    figures: { ...total, byFile: Object.fromEntries(parts.map(({ name, ...counts }) => [name, counts])) },
    parts: [...parts, { name: 'all', ...total }],
    misses: Object.values(byFile).flatMap(({ misses }) => misses),
    unsupported,
  }
}
