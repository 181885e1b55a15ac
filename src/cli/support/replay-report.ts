import type { DecisionOutcome } from '../../domain/decision/decide.ts'
import { changed, OUTCOMES, type Replayed, type Tally } from '../../domain/decision/replay.ts'

/** What would change, as a table for a terminal. `shown` are the first of the sessions whose outcome changes. */
export function formatReplay(tally: Tally, shown: Replayed[]): string {
  const head = row('was \\ would be', [...OUTCOMES, 'all'])
  const body = OUTCOMES.map((before) =>
    row(before, [...OUTCOMES.map((after) => tally.moves[before][after]), sum(tally, before)]),
  )
  const lines = [head, '-'.repeat(head.length), ...body, '', summary(tally)]

  const causes = Object.entries(tally.because).toSorted(([, a], [, b]) => b - a)
  if (causes.length) lines.push('', 'because of', ...causes.map(([name, times]) => `  ${name.padEnd(28)} ${times}`))
  if (shown.length) {
    lines.push('', 'sessions that would change')
    for (const { id, before, after, because } of shown) {
      lines.push(`  ${id}  ${before.outcome} ${before.score} → ${after.outcome} ${after.score}  ${because.join(', ')}`)
    }
  }
  return lines.join('\n')
}

function summary(tally: Tally): string {
  const count = changed(tally)
  const share = tally.sessions ? ((100 * count) / tally.sessions).toFixed(1) : '0.0'
  return `${count} of ${tally.sessions} sessions (${share} %) would be decided otherwise. Nothing was changed.`
}

const row = (head: string, cells: (string | number)[]): string =>
  head.padEnd(16) + cells.map((cell) => String(cell).padStart(10)).join('')

const sum = ({ moves }: Tally, before: DecisionOutcome): number =>
  OUTCOMES.reduce((all, after) => all + moves[before][after], 0)
