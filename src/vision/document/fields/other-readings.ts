import type { Other } from '../../text/decode-ctc.ts'
import { type Span, slice } from './candidate.ts'

/** A span as the reader may also have read it. */
interface OtherReading extends Span {
  /** For each character the index of the one in the span that was read there. */
  readAt: readonly number[]
}

/** More than two misread characters that the reader was unsure of make another text. */
const MOST_REPLACED = 2
/** A line with more unsure characters than this is not print that a form can restore. */
const MOST_UNSURE = 12

interface Change {
  at: number
  other: Other
  /** How probable it is, compared with what was read. */
  odds: number
}

/**
 * The first thing that one of a span's other readings is, the most probable reading first: only what the reader itself
 * considered at each character.
 */
export function inOtherReading<T>(span: Span, is: (reading: OtherReading) => T | undefined): T | undefined {
  for (const changes of changesOf(span)) {
    const found = is(changed(span, changes))
    if (found !== undefined) return found
  }
  return undefined
}

/** Part of a reading, and the characters of the line that it was read from. */
export function sliceOfReading(span: Span, reading: OtherReading, from: number, to: number): Span {
  const part = slice(reading, from, to)
  const [first, last] = [reading.readAt[from] ?? 0, reading.readAt[to - 1] ?? span.text.length - 1]
  const read = slice(span, first, last + 1)
  return { ...read, probabilities: part.probabilities }
}

function changesOf({ text, probabilities, others = [] }: Span): Change[][] {
  const all = others.flatMap((each, at) =>
    each.map((other) => ({ at, other, odds: other.probability / Math.max(1e-6, probabilities[at] ?? 1) })),
  )
  if (!all.length || all.length > MOST_UNSURE || others.length !== text.length) return []
  const sets: Change[][] = all.map((change) => [change])
  for (let size = 1, from = 0; size < MOST_REPLACED; size++) {
    const to = sets.length
    for (const set of sets.slice(from, to))
      for (const change of all) if (change.at > (set.at(-1)?.at ?? 0)) sets.push([...set, change])
    from = to
  }
  const oddsOf = (set: readonly Change[]) => set.reduce((odds, change) => odds * change.odds, 1)
  return sets.toSorted((a, b) => oddsOf(b) - oddsOf(a))
}

function changed(span: Span, changes: readonly Change[]): OtherReading {
  let text = ''
  const probabilities: number[] = []
  const readAt: number[] = []
  for (let at = 0; at < span.text.length; at++) {
    const other = changes.find((change) => change.at === at)?.other
    const part = other ? other.text : (span.text[at] as string)
    text += part
    for (let i = 0; i < part.length; i++) {
      probabilities.push(other ? other.probability : (span.probabilities[at] ?? 0))
      readAt.push(at)
    }
  }
  // A character that was left out counts as one with the probability that there is none.
  const omitted = changes.filter(({ other }) => other.text === '').map(({ other }) => other.probability)
  const least = Math.min(1, ...omitted)
  const { others: _, ...rest } = span
  return { ...rest, text, probabilities: probabilities.map((p) => Math.min(p, least)), readAt }
}
