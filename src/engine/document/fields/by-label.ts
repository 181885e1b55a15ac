import type { Box } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import type { FoundLabels, Label } from './find-labels.ts'
import { asValue, type Reading } from './value.ts'

/**
 * Values that stand behind, below or to the right of a label; to its left where it runs from right to left, and above it on
 * a page whose labels stand below.
 */
export function byLabel({ labels, values }: FoundLabels, reading: Reading, size: Size): Candidate[] {
  const areBelow = standBelow(labels, values)
  const parted = areBelow ? values : values.flatMap((value) => partAtLabels(value, labels))
  return labels.flatMap((label) => {
    const found = (areBelow ? candidatesAbove : candidatesOf)(label, parted, reading, size)
    return label.byNet ? found.map((each) => ({ ...each, labelByNet: label.likeness })) : found
  })
}

/** So many labels that have a line of their own must say so, and hardly one the other way. */
const MIN_BELOW = 3

/** Whether the labels of a page stand below their values: most of them are nearer to what is above than to what is below. */
function standBelow(labels: readonly Label[], values: readonly Span[]): boolean {
  const alone = labels.filter((label) => !values.some(({ source }) => source.startsWith(`${label.source}:`)))
  const [above, below] = [0, 1].map(
    (way) =>
      alone.filter((label) => {
        const gaps = [gapAbove, gapBelow].map((gap) =>
          Math.min(...values.filter(({ box }) => isInColumn(label.box, box)).map(({ box }) => gap(label.box, box))),
        ) as [number, number]
        return (gaps[way] as number) < label.box.height && (gaps[way] as number) < 0.7 * (gaps[1 - way] as number)
      }).length,
  ) as [number, number]
  return above >= MIN_BELOW && above > 3 * below
}

const isInColumn = (label: Box, value: Box): boolean => value.x < endOf(label) && endOf(value) > label.x
/** From the label to what stands right above or below it; none where it stands on the other side. */
const gapAbove = (label: Box, { y, height }: Box): number => (y < label.y ? Math.max(0, label.y - y - height) : FAR)
const gapBelow = (label: Box, { y }: Box): number => (y > label.y ? Math.max(0, y - label.y - label.height) : FAR)
const FAR = Number.POSITIVE_INFINITY

function candidatesAbove(label: Label, values: readonly Span[], reading: Reading, size: Size): Candidate[] {
  const line = Math.max(label.box.height, size.height * 0.03)
  return values
    .filter(({ box }) => isInColumn(label.box, box) && gapAbove(label.box, box) < line)
    .flatMap((span) => {
      const aside = Math.min(0.4, Math.abs(span.box.x - label.box.x) / size.width)
      return asValue(label.name, span, label.likeness * (0.95 - aside), 'label', reading) ?? []
    })
}

/** A line that runs under two labels holds two values: cut it where the second label begins. */
function partAtLabels(value: Span, labels: readonly Label[]): Span[] {
  const over = labels
    .filter(({ box }) => box.y + box.height / 2 < value.box.y + value.box.height / 2)
    .filter(({ box }) => value.box.y - (box.y + box.height) < 1.5 * value.box.height)
    .filter(({ box }) => box.x < value.box.x + value.box.width - value.box.height && box.x + box.width > value.box.x)
  // A label further up has its own value below it.
  const lowest = Math.max(...over.map(({ box }) => box.y))
  const [first, ...others] = over
    .filter(({ box }) => lowest - box.y < 0.7 * box.height)
    .sort((a, b) => a.box.x - b.box.x)
  // A single label that begins further right has lost its beginning: the value is its own as a whole.
  const above = others.find(({ name, box }) => name !== first?.name && box.x > value.box.x + value.box.height)
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

/** The letter of the sex stands alone and can hardly be anything else: some cards have its label below or on three lines. */
const LETTER = /^[MF]$/
const AROUND = 0.6
/** In lines of the label. */
const REACH = 3

function isAround(label: Box, value: Box, line: number): boolean {
  const across = Math.max(label.x - endOf(value), value.x - endOf(label))
  const down = Math.max(label.y - (value.y + value.height), value.y - (label.y + label.height))
  return Math.max(across, down) < REACH * line
}

/** In widths of the page: how far a value may stand from its label in one row. */
const ASIDE = 0.25

const endOf = (box: Box): number => box.x + box.width

function candidatesOf(label: Label, values: readonly Span[], reading: Reading, size: Size): Candidate[] {
  const { box } = label
  const line = Math.max(box.height, size.height * 0.03)
  const placed = values.flatMap((span) => {
    const middle = span.box.y + span.box.height / 2
    const sameRow = Math.abs(middle - (box.y + box.height / 2)) < 0.5 * Math.max(span.box.height, box.height)
    const away = label.runsLeft ? box.x - endOf(span.box) : span.box.x - endOf(box)
    if (span.source.startsWith(`${label.source}:`)) return [{ span, place: 0.95 }]
    if (sameRow && away > -line && away < size.width * ASIDE) return [{ span, place: 0.8 - away / size.width }]
    const gap = span.box.y - (box.y + box.height)
    const aligned = Math.abs(label.runsLeft ? endOf(span.box) - endOf(box) : span.box.x - box.x)
    const under = gap > -0.6 * line && gap < 1.8 * line && middle > box.y + box.height * 0.8
    const overlaps = span.box.x < endOf(box) && endOf(span.box) > box.x
    if (label.name === 'sex' && LETTER.test(span.text.trim()) && isAround(box, span.box, line))
      return [{ span, place: AROUND }]
    if (!under || !(overlaps || aligned < line * 1.5)) return []
    return [{ span, place: Math.max(0.3, 1 - Math.max(0, gap) / (5 * line) - Math.min(0.4, aligned / size.width)) }]
  })
  return placed.flatMap(({ span, place }) => {
    const sure = place * label.likeness
    const value = asValue(label.name, span, sure, 'label', reading)
    return value ? [value, ...behindComma(label, span, sure, reading)] : []
  })
}

/** Where one label announces the whole name, a comma parts surname and given names (ICAO Doc 9303-3, 3.4). */
function behindComma({ name }: Label, span: Span, sure: number, reading: Reading): Candidate[] {
  const comma = name === 'surname' ? span.text.indexOf(',') : -1
  const given = comma > 0 && asValue('given_name', slice(span, comma + 1, span.text.length), sure, 'label', reading)
  return given ? [given] : []
}
