import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Values that say by themselves what they are, whatever became of their labels and whatever the net makes of them. */
export const byValue = (spans: readonly Span[], reading: Reading): Candidate[] => [
  ...byValidity(spans, reading),
  ...byLoneLetter(spans, reading),
]

/** Enough where the net is unsure, and too little where it is sure of something else. */
const BY_ITSELF = 0.8

/** Documents are issued for so many whole years, and expire on that day or the one before. */
const YEARS = [5, 10, 15]
const DAY = 86_400_000

/** Two dates that are whole years apart are those of issue and expiry; of others a date ahead of us can only be of expiry. */
function byValidity(spans: readonly Span[], reading: Reading): Candidate[] {
  const dates = spans.flatMap((span) => asValue('date_of_expiry', span, BY_ITSELF, 'place', reading) ?? [])
  const pairs = dates.flatMap((expiry) =>
    dates.flatMap((issue) => (isValidity(issue.date ?? '', expiry.date ?? '') ? [{ issue, expiry }] : [])),
  )
  const [pair, ...more] = pairs
  if (pair && !more.length) return [pair.expiry, { ...pair.issue, name: 'date_of_issue' }]
  const ahead = dates.filter(({ date = '' }) => date > reading.today)
  return ahead.length === 1 ? ahead : []
}

function isValidity(issue: string, expiry: string): boolean {
  const [year, rest] = [Number(issue.slice(0, 4)), issue.slice(4)]
  return YEARS.some((years) => {
    const days = (Date.parse(expiry) - Date.parse(`${year + years}${rest}`)) / DAY
    return days === 0 || days === -1
  })
}

/** A single letter of the sex, alone on its line; two of them are something else. */
function byLoneLetter(spans: readonly Span[], reading: Reading): Candidate[] {
  const letters = spans.filter(({ text }) => /^(?:[MF]|\p{Lu}\s?\/\s?[MF])$/u.test(text.trim()))
  return letters.length === 1 ? letters.flatMap((span) => asValue('sex', span, BY_ITSELF, 'place', reading) ?? []) : []
}
