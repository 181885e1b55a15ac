import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Labels } from '../../catalogue/schema.ts'
import { findWord, fold } from '../../fold.ts'
import type { Box, Size } from '../../picture.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** A printed label: which field it announces, where it stands, how well it was read. */
interface Label {
  name: VisualFieldName
  box: Box
  likeness: number
  source: string
}

// One letter in four may be misread in the small print of labels; beyond that they are taken for one another.
const MAX_ERRORS = 0.26
/** A label before a longer value must be read better: PASSPORT OFFICE is no misread PASSEPORT N°. */
const MIN_PREFIX = 0.85
/** Words this short must stand alone, letter by letter. */
const SHORT = 4

/** Values that stand behind, below or to the right of a label of one of the languages. */
export function byLabel(
  spans: readonly Span[],
  labels: Labels,
  languages: readonly string[],
  reading: Reading,
  size: Size,
) {
  const words = wordsOf(labels, languages)
  const found: Label[] = []
  const values: Span[] = []
  for (const span of spans) {
    const { labels: here, rest } = labelsIn(span, words)
    found.push(...here)
    if (rest) values.push(rest)
  }
  const parted = values.flatMap((value) => partAtLabels(value, found))
  return found.flatMap((label) => candidatesOf(label, parted, reading, size))
}

/** Lines that hold something besides labels. */
export function withoutLabels(spans: readonly Span[], labels: Labels, languages: readonly string[]): Span[] {
  const words = wordsOf(labels, languages)
  return spans.filter((span) => labelsIn(span, words).rest)
}

interface Word {
  name: VisualFieldName
  word: string
}

function wordsOf(labels: Labels, languages: readonly string[]): Word[] {
  return languages.flatMap((language) =>
    Object.entries(labels[language] ?? {}).flatMap(([name, texts]) =>
      (texts ?? []).map((text) => ({ name: name as VisualFieldName, word: fold(text) })),
    ),
  )
}

/** The labels in a line, and what is left of it when they are taken away. */
function labelsIn(span: Span, words: readonly Word[]): { labels: Label[]; rest?: Span } {
  const { folded, positions } = foldWithPositions(span.text)
  const tokens = new Set(span.text.split(/[^\p{L}]+/u).map(fold))
  const hits = words.flatMap(({ name, word }) => {
    if (word.length <= SHORT) {
      const at = tokens.has(word) ? folded.indexOf(word) : -1
      return at < 0 ? [] : [{ name, start: at, end: at + word.length, likeness: 1, weight: word.length }]
    }
    if (folded.length < word.length * 0.7) return []
    const { distance, start, end } = findWord(folded, word)
    if (distance > word.length * MAX_ERRORS || (distance > 0 && endsInWord(span.text, positions[end - 1] ?? 0)))
      return []
    return [{ name, start, end, likeness: 1 - distance / word.length, weight: word.length - 3 * distance }]
  })
  const chosen: typeof hits = []
  for (const hit of hits.sort((a, b) => b.weight - a.weight)) {
    if (chosen.every((other) => hit.end <= other.start || hit.start >= other.end)) chosen.push(hit)
  }
  if (!chosen.length) return { labels: [], rest: span }
  chosen.sort((a, b) => a.start - b.start)
  const covered = chosen.reduce((sum, { start, end }) => sum + end - start, 0)
  const first = chosen[0] as (typeof chosen)[number]
  const last = chosen.at(-1) as (typeof chosen)[number]
  const tail = folded.length - last.end
  // A word of a label inside a longer text is no label: a street, a town, an authority.
  if (covered < folded.length * 0.5 && (first.start > 2 || first.likeness < MIN_PREFIX))
    return { labels: [], rest: span }
  const labels = chosen
    .filter((hit, i) => i === 0 || hit.name !== chosen[i - 1]?.name)
    .map((hit, i) => ({
      name: hit.name,
      likeness: hit.likeness,
      source: span.source,
      // What stands before the first label is the same label in another language: the value begins under that.
      box: slice(span, i === 0 ? 0 : (positions[hit.start] ?? 0), positions[hit.end - 1] ?? 0).box,
    }))
  const behind = tail >= 1 ? slice(span, (positions[last.end - 1] ?? 0) + 1, span.text.length) : undefined
  const rest = behind && clean(behind)
  return { labels, ...(rest ? { rest } : {}) }
}

/** Whether a word goes on behind this letter: then it is another word that only begins like the label. */
function endsInWord(text: string, last: number): boolean {
  const [here = '', next = ''] = [text[last], text[last + 1]]
  return /\p{Lu}\p{Lu}|\p{Ll}\p{Ll}/u.test(here + next)
}

/** The value behind a label, without the colon or slash between them; nothing when only stray letters are left. */
function clean(span: Span): Span | undefined {
  const lead = /^[\s:;./,|-]*/.exec(span.text)?.[0].length ?? 0
  const rest = slice(span, lead, span.text.length)
  return rest.text ? rest : undefined
}

/** A line that runs under two labels holds two values: cut it where the second label begins. */
function partAtLabels(value: Span, labels: readonly Label[]): Span[] {
  const above = labels
    .filter(({ box }) => box.y + box.height / 2 < value.box.y + value.box.height / 2)
    .filter(({ box }) => value.box.y - (box.y + box.height) < 1.5 * value.box.height)
    .filter(
      ({ box }) => box.x > value.box.x + value.box.height && box.x < value.box.x + value.box.width - value.box.height,
    )
    .sort((a, b) => a.box.x - b.box.x)[0]
  if (!above) return [value]
  const share = (above.box.x - value.box.x) / value.box.width
  const at = boundaryNear(value.text, Math.round(share * value.text.length))
  return at === undefined ? [value] : [slice(value, 0, at), slice(value, at, value.text.length)]
}

/** Where letters, digits or spaces change over, closest to a position. */
function boundaryNear(text: string, position: number): number | undefined {
  const kind = (c: string) => (/\p{L}/u.test(c) ? 'letter' : /\d/.test(c) ? 'digit' : /\s/.test(c) ? 'space' : 'digit')
  const reach = Math.max(2, Math.round(text.length * 0.2))
  let best: number | undefined
  for (let at = Math.max(1, position - reach); at < Math.min(text.length, position + reach + 1); at++) {
    if (kind(text[at - 1] ?? '') === kind(text[at] ?? '')) continue
    if (best === undefined || Math.abs(at - position) < Math.abs(best - position)) best = at
  }
  return best
}

function candidatesOf(label: Label, values: readonly Span[], reading: Reading, size: Size): Candidate[] {
  const { box } = label
  const line = Math.max(box.height, size.height * 0.03)
  const placed = values.flatMap((span) => {
    const middle = span.box.y + span.box.height / 2
    const sameRow = Math.abs(middle - (box.y + box.height / 2)) < 0.5 * Math.max(span.box.height, box.height)
    const right = span.box.x - (box.x + box.width)
    if (span.source.startsWith(`${label.source}:`)) return [{ span, place: 0.95 }]
    if (sameRow && right > -line && right < size.width * 0.15) return [{ span, place: 0.8 - right / size.width }]
    const gap = span.box.y - (box.y + box.height)
    const aligned = Math.abs(span.box.x - box.x)
    const under = gap > -0.6 * line && gap < 1.8 * line && middle > box.y + box.height * 0.8
    const overlaps = span.box.x < box.x + box.width && span.box.x + span.box.width > box.x
    if (!under || !(overlaps || aligned < line * 1.5)) return []
    return [{ span, place: Math.max(0.3, 1 - Math.max(0, gap) / (5 * line) - Math.min(0.4, aligned / size.width)) }]
  })
  return placed.flatMap(({ span, place }) => asValue(label.name, span, place * label.likeness, reading) ?? [])
}

/** Folded text, and for each of its letters the place in the original it came from. */
function foldWithPositions(text: string): { folded: string; positions: number[] } {
  let folded = ''
  const positions: number[] = []
  for (const [at, letter] of [...text].entries()) {
    for (const part of fold(letter)) {
      folded += part
      positions.push(at)
    }
  }
  return { folded, positions }
}
