import type { Box } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import type { Candidate, Span } from './candidate.ts'
import type { FoundLabels, Label } from './find-labels.ts'
import { asValue, type Reading } from './value.ts'

/**
 * Values that stand behind, below or to the right of a label; to its left where it runs from right to left, and above it on
 * a page whose labels stand below.
 */
export function byLabel({ labels, values }: FoundLabels, reading: Reading, size: Size): Candidate[] {
  const areBelow = standBelow(labels, values)
  return labels.flatMap((label) => {
    const found = (areBelow ? candidatesAbove : candidatesOf)(label, values, reading, size)
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
    if (!under || !(overlaps || aligned < line * 1.5)) return []
    return [{ span, place: Math.max(0.3, 1 - Math.max(0, gap) / (5 * line) - Math.min(0.4, aligned / size.width)) }]
  })
  return placed.flatMap(({ span, place }) => asValue(label.name, span, place * label.likeness, 'label', reading) ?? [])
}
