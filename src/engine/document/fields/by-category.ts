import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Directive 2006/126/EC, article 4, alone or with what follows in its row. A reader takes the small print for lower case. */
const CATEGORY = /^(?:AM|A[12]?|B[1E]?|C1?E?|D1?E?|T)(?:\s+(?=\d)|$)/i

/**
 * Directive 2006/126/EC, annex I: on a licence's back column 10 holds for each category the date of its first issue. The
 * licence's own is the earliest of them; the numbers next to the table explain the fields of the front and have no values.
 */
export function byCategory(spans: readonly Span[], reading: Reading): Candidate[] {
  const rows = spans.filter(({ text }) => CATEGORY.test(text))
  const dates = rows.flatMap((row) => {
    const cells = [row, ...rightOf(row, spans)]
    const [first] = cells.flatMap((cell) => asValue('first_issue_date', cell, 0.9, 'category', reading) ?? [])
    return first ? [first] : []
  })
  return dates.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')).slice(0, 1)
}

function rightOf({ box }: Span, spans: readonly Span[]): Span[] {
  const middle = box.y + box.height / 2
  return spans
    .filter((span) => Math.abs(span.box.y + span.box.height / 2 - middle) < 0.6 * Math.max(box.height, span.box.height))
    .filter((span) => span.box.x > box.x + 0.8 * box.width)
    .sort((a, b) => a.box.x - b.box.x)
}
