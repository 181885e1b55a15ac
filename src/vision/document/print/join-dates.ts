import type { Box } from '../../picture/box.ts'
import type { TextLine } from '../../text/read-text.ts'

/** Day, month and year, in digits or with the month's name in one language or two: ICAO Doc 9303-3, 3.9. */
const WHOLE =
  /^\d{1,2}\s?(?:[./ -]\s?\d{1,2}\s?[./ -]\s?\d{4}|[./ -]?\s?\p{L}{3,10}\.?(?:\s?\/\s?\p{L}{3,10}\.?)?[./ -]?\s?(?:\d{4}|\d{2}))$/u
/** A day, perhaps with its month. */
const BEGINNING = /^\d{1,2}[./ -]{0,3}(?:(?:\d{1,2}|\p{L}{3,10}\.?(?:\s?\/\s?\p{L}{3,10}\.?)?)[./ -]{0,3})?$/u
const MOST_PARTS = 4

/** In line heights: how far apart the words of a date are, and how much their boxes overlap. */
const APART = 0.8
const OVERLAP = 0.5
/** How far apart their middles are, and how different their heights. */
const ASIDE = 0.3
const AS_HIGH = 1.4

/**
 * The lines, with dates in one piece: where the words of a date are far apart, such as `23 APR /APR  56`, the finder may
 * see two lines.
 */
export function joinDates(lines: readonly TextLine[]): TextLine[] {
  const taken = new Set<TextLine>()
  const whole = new Map<TextLine, TextLine>()
  for (const line of lines) {
    if (taken.has(line) || !BEGINNING.test(line.text)) continue
    const parts = [line]
    while (parts.length < MOST_PARTS) {
      const last = parts.at(-1) as TextLine
      const next = lines.find((other) => !parts.includes(other) && !taken.has(other) && follows(other.box, last.box))
      if (!next) break
      parts.push(next)
      const date = joined(parts)
      if (!WHOLE.test(date.text)) continue
      whole.set(line, date)
      for (const part of parts) taken.add(part)
      break
    }
  }
  return lines.flatMap((line) => whole.get(line) ?? (taken.has(line) ? [] : line))
}

function follows(next: Box, box: Box): boolean {
  const gap = next.x - (box.x + box.width)
  const apart = Math.abs(next.y + next.height / 2 - (box.y + box.height / 2))
  return (
    gap < APART * box.height &&
    gap > -OVERLAP * box.height &&
    apart < ASIDE * box.height &&
    Math.max(next.height / box.height, box.height / next.height) < AS_HIGH
  )
}

/** One line of several next to each other, with a space between them. */
function joined(parts: readonly TextLine[]): TextLine {
  const [x, y] = [Math.min(...parts.map(({ box }) => box.x)), Math.min(...parts.map(({ box }) => box.y))]
  const right = Math.max(...parts.map(({ box }) => box.x + box.width))
  const bottom = Math.max(...parts.map(({ box }) => box.y + box.height))
  const width = right - x
  const withSpaces = <Value>(valuesOf: (part: TextLine) => readonly Value[], space: Value): Value[] =>
    parts.flatMap((part, i) => (i ? [space, ...valuesOf(part)] : [...valuesOf(part)]))
  const probabilities = withSpaces((part) => part.probabilities, 1)
  const places = (part: TextLine) =>
    part.places?.map((place) => (part.box.x - x + place * part.box.width) / width) ?? []
  return {
    text: parts.map(({ text }) => text).join(' '),
    confidence: probabilities.reduce((sum, each) => sum + each, 0) / probabilities.length,
    probabilities,
    ...(parts.every((part) => part.places) && { places: withSpaces(places, 0) }),
    ...(parts.some((part) => part.others) && {
      others: withSpaces((part) => part.others ?? [...part.probabilities].map(() => []), []),
    }),
    box: { x, y, width, height: bottom - y },
  }
}
