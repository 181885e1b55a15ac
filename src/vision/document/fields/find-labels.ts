import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { LabelledName, Labels } from '../../catalogue/schema.ts'
import type { Box } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import { editDistance, findWord, fold, passageDistance } from '../../text/fold.ts'
import { letterPairs, linesWith, MASK_LINES, pairsOf } from '../../text/letter-pairs.ts'
import { runsLeft } from '../../text/reading-order.ts'
import { type Span, slice } from './candidate.ts'

/** A printed label: the field it announces, its place, and how well it was read. */
export interface Label {
  name: VisualFieldName
  box: Box
  likeness: number
  source: string
  /** Written from right to left: its value is to the left, and ends where the label ends. */
  runsLeft: boolean
  /** The text between it and the next label of its line, or the end of the line. */
  behind?: string
  /** The words are in no catalogue; the net recognised it as a label. */
  byNet?: true
}

// One letter in four may be misread in the small print of labels; beyond that, labels are confused with one another.
const MAX_ERRORS = 0.26
/** A label before a longer value must be read better: PASSPORT OFFICE is not a misread PASSEPORT N°. */
const MIN_PREFIX = 0.85
/** Words this short must be on their own and read without errors. */
const SHORT = 4
/** Two characters of these scripts are as significant as a long word of letters. */
const SYLLABLES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u

export interface FoundLabels {
  labels: Label[]
  /** The text of the lines without the labels. */
  values: Span[]
  /** The whole lines that contain text in addition to labels. */
  nextToLabels: Span[]
  /** The lines with labels of what is no field: an occupation, a blood group, the name at birth. */
  foreign: ReadonlySet<string>
}

/** Finds the labels of the page's languages, and the other text on its lines. */
export function findLabels(spans: readonly Span[], labels: Labels, languages: readonly string[]): FoundLabels {
  const lines = spans.map((span) => ({
    span,
    ...foldWithPositions(span.text),
    tokens: inBars(tokensOf(span.text)),
  }))
  const words = wordsNear(lines, wordsOf(labels, languages))
  const parted = lines.map((line, i) => ({ span: line.span, ...labelsIn(line, words[i] ?? []) }))
  return {
    labels: parted.flatMap((each) => each.labels),
    values: parted.flatMap(({ rests }) => rests),
    nextToLabels: parted.flatMap(({ span, rests }) => (rests.length ? [span] : [])),
    foreign: new Set(parted.flatMap(({ span, isForeign }) => (isForeign ? [span.source] : []))),
  }
}

interface Word {
  name: LabelledName
  word: string
  pairs: Uint16Array
  /** Of a short word, the ways in which it is set apart: DOB, D.O.B.; DL NO. */
  apart: string[]
}

/** For each line, the words that can be in it with no more errors than are allowed. */
function wordsNear(lines: readonly FoldedLine[], words: readonly Word[]): Word[][] {
  const pairs = letterPairs(lines.map(({ folded }) => folded))
  const tokens = lines.map((line) => line.tokens).join('')
  const near = lines.map((): Word[] => [])
  for (const word of words) {
    if (word.word.length <= SHORT) {
      // Chinese, Japanese and Korean have no space after a label.
      const isHere = SYLLABLES.test(word.word) || word.apart.some((each) => tokens.includes(each))
      if (isHere) for (const each of near) each.push(word)
      continue
    }
    const most = Math.floor(word.word.length * MAX_ERRORS)
    for (let which = 0; which < pairs.groups.length; which++) {
      let left = linesWith(pairs, word.pairs, most, which)
      while (left) {
        const bit = 31 - Math.clz32(left)
        left &= ~(1 << bit)
        near[which * MASK_LINES + bit]?.push(word)
      }
    }
  }
  return near
}

const wordsOf = (labels: Labels, languages: readonly string[]): Word[] =>
  languages.flatMap((language) => wordsIn(labels[language]))

const known = new WeakMap<object, Word[]>()

/** The labels of a language, folded once for all pages. */
function wordsIn(labels: Labels[string] | undefined): Word[] {
  if (!labels) return []
  const words =
    known.get(labels) ??
    Object.entries(labels).flatMap(([name, texts]) =>
      (texts ?? [])
        .flatMap((text) => (name === WHOLE_NAME && isOtherScript(text) ? [text, `${text} / NAME`] : [text]))
        .map((text) => {
          const word = fold(text)
          const apart = word.length > SHORT ? [] : [...new Set([tokensOf(text), [word], [...word]].map(inBars))]
          return { name: name as LabelledName, word, pairs: pairsOf(word), apart }
        }),
    )
  known.set(labels, words)
  return words
}

export const WHOLE_NAME: VisualFieldName = 'surname_and_given_names'
const tokensOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}]+/u)
    .map(fold)
    .filter((token) => token !== '')
const inBars = (tokens: readonly string[]): string => `|${tokens.join('|')}|`

/** NAME is ambiguous: on many documents it is the surname. After a label of the whole name it means the same. */
const isOtherScript = (text: string): boolean => !/\p{Script=Latin}/u.test(text)

interface Parted {
  labels: Label[]
  /** The text between the labels and behind them. */
  rests: Span[]
  isForeign?: true
}

interface FoldedLine {
  span: Span
  folded: string
  /** For each folded letter its place in the text. */
  positions: number[]
  /** Its words in bars. */
  tokens: string
}

/** The labels in a line, and the rest of the line without them. */
function labelsIn({ span, folded, positions, tokens }: FoldedLine, words: readonly Word[]): Parted {
  const hits = words.flatMap(({ name, word, apart }): Hit[] => {
    if (word.length <= SHORT) {
      const begins = SYLLABLES.test(word) && folded.startsWith(word)
      const at = begins ? 0 : apart.some((each) => tokens.includes(each)) ? folded.indexOf(word) : -1
      return at < 0 ? [] : [{ name, start: at, end: at + word.length, likeness: 1, weight: word.length }]
    }
    if (folded.length < word.length * 0.7) return []
    const distance = passageDistance(folded, word)
    if (distance > word.length * MAX_ERRORS) return []
    const { start, end } = findWord(folded, word)
    if (distance === 0 || !endsInWord(span.text, positions[end - 1] ?? 0))
      return [{ name, start, end, likeness: 1 - distance / word.length, weight: word.length - 3 * distance }]
    // Another word may begin like the label; the end of the label itself may have been misread.
    const all = editDistance(folded, word)
    if (all > word.length * MAX_ERRORS) return []
    return [{ name, start: 0, end: folded.length, likeness: 1 - all / word.length, weight: word.length - 3 * all }]
  })
  // A word that only ends like a label is another word, unless the space after the previous label was lost.
  const begun = hits.filter(
    ({ start }) => !beginsInWord(span.text, positions[start] ?? 0) || hits.some(({ end }) => end === start),
  )
  const chosen: Hit[] = []
  for (const hit of begun.sort((a, b) => b.weight - a.weight)) {
    const isSame = chosen.some((other) => hit.start === other.start && hit.end === other.end && hit.name !== other.name)
    const isFree = chosen.every((other) => hit.end <= other.start || hit.start >= other.end)
    if (isFree || (isSame && hit.likeness === 1)) chosen.push(hit)
  }
  if (!chosen.length) return { labels: [], rests: [span] }
  chosen.sort((a, b) => a.start - b.start)
  const covered = new Map(chosen.map(({ start, end }) => [start, end - start])).values().reduce((a, b) => a + b, 0)
  if (covered >= folded.length * 0.5) return parted(span, chosen, positions)
  // A word of a label inside a longer text is not a label: it is a street, a town, an authority. Next to a slash it is
  // one: before the slash is the same label in a language that is unknown here.
  const at = chosen.findIndex(({ start }) => start <= 2 || isTranslation(span.text.slice(0, positions[start] ?? 0)))
  const first = chosen[at]
  const isLabel =
    first && first.likeness >= MIN_PREFIX && (first.name !== 'other' || isEnded(span.text, positions, first))
  return isLabel ? parted(span, chosen.slice(at), positions) : { labels: [], rests: [span] }
}

interface Hit {
  name: LabelledName
  /** Places in the folded text. */
  start: number
  end: number
  likeness: number
  weight: number
}

/** A label of what is no field is a common word: a colon or a slash has to follow it. */
const isEnded = (text: string, positions: readonly number[], { end }: Hit): boolean =>
  /^\s*[:/]/.test(text.slice((positions[end - 1] ?? 0) + 1))

/** The labels of a line with the text behind each of them, which ends where the next label begins. */
function parted(span: Span, chosen: readonly Hit[], positions: readonly number[]): Parted {
  const { text } = span
  const places = [...Map.groupBy(chosen, ({ start }) => start).values()].map((hits) => {
    const [{ start, end, likeness }] = hits as [Hit]
    const names = hits.map(({ name }) => name)
    return { names, likeness, start: positions[start] ?? 0, end: (positions[end - 1] ?? 0) + 1 }
  })
  const labels: Label[] = []
  const rests: Span[] = []
  let foreign = 0
  let before: { names: LabelledName[]; end: number; isForeign: boolean } | undefined
  for (const [i, { names, likeness, start, end }] of places.entries()) {
    // Behind a slash is the same label in another language: also of what is no field.
    const isForeign = names.includes('other') || (before?.isForeign === true && isSlash(text.slice(before.end, start)))
    const next = places[i + 1]
    const isRepeated = next?.names.some((name) => names.includes(name))
    const behind = isRepeated ? undefined : behindLabel(span, end, next?.start)
    if (isForeign) foreign++
    else if (behind) rests.push(behind)
    for (const name of isForeign ? [] : names) {
      const known = before?.names.includes(name) ? labels.findLast((label) => label.name === name) : undefined
      if (known && behind) known.behind = behind.source
      if (known || name === 'other') continue
      labels.push({
        name,
        likeness,
        source: span.source,
        runsLeft: runsLeft(text.slice(start, end)),
        // Text before the first label is the same label in another language: the value begins under that text.
        box: slice(span, i === 0 ? 0 : start, end - 1).box,
        ...(behind ? { behind: behind.source } : {}),
      })
    }
    before = { names, end, isForeign }
  }
  return { labels, rests, ...(foreign ? { isForeign: true } : {}) }
}

const isSlash = (text: string): boolean => /^[\s/.|]*\/[\s.]*$/.test(text)

/** The text behind a label. After a slash is the same label in another language, however much of it was read. */
function behindLabel(span: Span, from: number, next: number | undefined): Span | undefined {
  const behind = slice(span, from, next ?? span.text.length)
  if (!behind.text || behind.text.startsWith('/')) return undefined
  // Before the next label may be its number, or its name in another language and a slash.
  if (next !== undefined && (behind.text.endsWith('/') || !/\p{L}|\p{Nd}{2}/u.test(behind.text))) return undefined
  return clean(behind)
}

/** Whether there is a label in another language before a slash, however it was read. */
const isTranslation = (before: string): boolean =>
  /\p{L}{2}/u.test(before) && !/\p{Nd}/u.test(before) && /[/|]$/.test(before.trimEnd())

/** Whether this letter is in the middle of a word that began before it. */
function beginsInWord(text: string, first: number): boolean {
  const [before = '', here = ''] = [text[first - 1], text[first]]
  return /\p{Lu}\p{Lu}|\p{Ll}\p{Ll}/u.test(before + here)
}

/** Whether a word continues after this letter: then it is another word that only begins like the label. */
function endsInWord(text: string, last: number): boolean {
  const [here = '', next = ''] = [text[last], text[last + 1]]
  return /\p{Lu}\p{Lu}|\p{Ll}\p{Ll}/u.test(here + next)
}

/** The value after a label, without its number, and the colon or slash between them; undefined if only stray letters remain. */
function clean(span: Span): Span | undefined {
  const lead = /^(?:[\s:;./,|•·-]|\(\d{1,2}\))*/.exec(span.text)?.[0].length ?? 0
  const rest = slice(span, lead, span.text.length)
  return rest.text ? rest : undefined
}

/** The folded text, and for each of its letters the index in the original text. */
function foldWithPositions(text: string): { folded: string; positions: number[] } {
  let folded = ''
  const positions: number[] = []
  for (const [at, letter] of [...text].entries()) {
    for (const part of letter <= 'z' && /[A-Z0-9]/.test(letter) ? letter : fold(letter)) {
      folded += part
      positions.push(at)
    }
  }
  return { folded, positions }
}

/**
 * Width over height of the place to read. Values of one to three letters that are alone in a row are the ones that the
 * text finder misses most often; of the others, the essential ones are worth a second look.
 */
const WIDTHS: Partial<Record<VisualFieldName, number>> = {
  sex: 2.4,
  issuing_state_code: 2.4,
  document_class_code: 2.4,
  surname: 12,
  given_name: 12,
  document_number: 10,
  date_of_birth: 8,
  date_of_expiry: 8,
  nationality: 8,
}

/** Height of a value's line over its label's, and how far its top is below the label's, if the page shows neither. */
const USUAL = { height: 1.3, below: 1 }

/** Where the value of a label without one should be, based on the other labels of the page and their values. */
export function placesUnder(
  labels: readonly Label[],
  values: readonly Span[],
  known: ReadonlySet<VisualFieldName>,
  size: Size,
): Quad[] {
  const rhythm = rhythmOf(labels, values)
  return labels
    .filter(({ name, likeness }) => !known.has(name) && likeness > MIN_LIKENESS)
    .flatMap(({ name, box }) => {
      const most = WIDTHS[name]
      if (!most) return []
      const height = rhythm?.height ?? USUAL.height * box.height
      const top = box.y + (rhythm?.below ?? USUAL.below * box.height)
      const left = box.x + (rhythm?.right ?? 0) - MARGIN * height
      const taken = values.filter((value) => overlaps(value.box, { x: left, y: top, width: most * height, height }))
      const nearest = Math.min(size.width, ...taken.map((value) => value.box.x))
      const width = Math.min(most * height, nearest - left)
      return width < MIN_WIDTH * height ? [] : [quadOf({ x: left, y: top, width, height })]
    })
}

/** A label this short must have been read with almost no errors: SEX is part of many words. */
const MIN_LIKENESS = 0.8
/** Free space before the first letter, as a share of the height. */
const MARGIN = 0.2
/** Less than the width of a letter. */
const MIN_WIDTH = 0.6

interface Rhythm {
  below: number
  right: number
  height: number
}

/** How far below its label a value of this page is: the median of the pairs that begin in one column. */
function rhythmOf(labels: readonly Label[], values: readonly Span[]): Rhythm | undefined {
  const pairs = labels.flatMap(({ box }) =>
    values
      .filter((value) => Math.abs(value.box.x - box.x) < box.height)
      .filter(({ box: { y } }) => y > box.y + 0.5 * box.height && y < box.y + 2 * box.height)
      .slice(0, 1)
      .map((value) => ({ below: value.box.y - box.y, right: value.box.x - box.x, height: value.box.height })),
  )
  if (pairs.length < 2) return undefined
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return {
    below: median(pairs.map(({ below }) => below)),
    right: median(pairs.map(({ right }) => right)),
    height: median(pairs.map(({ height }) => height)),
  }
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y + 0.2 * a.height < b.y + b.height && b.y < a.y + 0.8 * a.height
