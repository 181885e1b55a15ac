import type { Candidate, Span } from './candidate.ts'
import { type Run, runsOf } from './roles/runs.ts'
import type { PageRoles } from './roles/say-roles.ts'
import { asValue, type Reading } from './value.ts'

/** Below this the net does not know better than the rule that took the text for one value. */
const SURE = 0.7

/**
 * What a rule took for one value without what the net is sure to be another thing: a title before a surname, the given
 * names behind it, a nationality behind a date.
 */
export function trimmed(
  candidates: readonly Candidate[],
  spans: readonly Span[],
  roles: PageRoles,
  reading: Reading,
): Candidate[] {
  const lines = new Map(spans.map((span) => [span.line, span]))
  const known = new Map<number, Run[]>()
  return candidates.map((candidate) => {
    const { from, name, place, by } = candidate
    const line = lines.get(from.line)
    if (!line) return candidate
    const runs = known.get(from.line) ?? runsOf(line, roles)
    known.set(from.line, runs)
    const inside = runs.filter(({ span }) => span.start >= from.start && span.start + span.text.length <= from.end)
    const own = inside.find(({ role }) => role === name)
    if (!own || inside.length < 2 || inside.some(({ sure }) => sure < SURE)) return candidate
    return asValue(name, own.span, place, by, reading) ?? candidate
  })
}
