import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Box, shareOf } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import { fold, foldOnce } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { isCutName } from './partial.ts'
import { NOT_LEARNT } from './roles/say-roles.ts'

/** A line with a value that perhaps goes on where the text finder stopped. */
interface CutLine {
  /** Its index among the lines. */
  line: number
  /** The same line, longer. */
  quad: Quad
}

/**
 * The values whose line seems to begin or end in the middle of its print: it begins to the right of the edge that the
 * values of its column share, another line overlaps it, a country's name stops, or its words were not read well.
 * Print fades into the pattern most often at the ends of a line.
 */
export function cutLines(
  visual: readonly VisualField[],
  lines: readonly TextLine[],
  size: Size,
  countries: Catalogue['countries'],
): CutLine[] {
  const held = visual.flatMap((field) => {
    const line = lines.findIndex((each) => holds(each, field, size))
    return line < 0 ? [] : [{ field, line, box: (lines[line] as TextLine).box }]
  })
  const boxes = held.map(({ box }) => box)
  const found = held.flatMap(({ field, line, box }) => {
    const { text } = lines[line] as TextLine
    // Readers of other scripts read those lines.
    if (NOT_LEARNT.test(text)) return []
    const row = lines.flatMap((other, at) => (at !== line && isInRow(other.box, box) ? other.box : []))
    const [left, right] = [neighbour(row, box, 'left'), neighbour(row, box, 'right')]
    // What overlaps a name is its label.
    const isPartOfIt = (other: Box) =>
      field.date !== undefined && !boxes.includes(other) && other.height < AS_HIGH * box.height
    const edge = edgeOf(boxes, box)
    const isFree = edge !== undefined && (!left || endOf(left) < edge)
    const start = left && overlap(left, box) && isPartOfIt(left) ? left.x : isFree ? edge : undefined
    const mayGoOn = PLACES.includes(field.name) && (field.confidence < SURE || isCutName(field.value, { countries }))
    const end =
      right && overlap(box, right)
        ? isPartOfIt(right)
          ? endOf(right)
          : undefined
        : mayGoOn
          ? Math.min(size.width, endOf(box) + FURTHER * box.height, right ? right.x : size.width)
          : undefined
    if (start === undefined && (end === undefined || end - endOf(box) < box.height)) return []
    const [from, to] = [(start ?? box.x) - (start === undefined ? 0 : MARGIN * box.height), end ?? endOf(box)]
    return [{ line, quad: quadOf({ ...box, x: Math.max(0, from), width: to - Math.max(0, from) }) }]
  })
  return [...new Map(found.map((each) => [each.line, each])).values()].slice(0, MOST)
}

/** The line as it was read again, if it says the same and more. */
export function lengthened(read: TextLine, whole: TextLine, countries: Catalogue['countries']): TextLine | undefined {
  const again = withoutPattern(whole)
  const name = fold(again.text)
  if (countries.some(({ names }) => names.some((each) => foldOnce(each) === name))) return again
  const core = read.text.slice(1, -1)
  const at = again.text.indexOf(core)
  if (core.length < MIN_CORE || at < 0 || again.text.length <= read.text.length) return undefined
  const added = again.probabilities.filter((_, i) => i < at || i >= at + core.length)
  const isWhole = added.every((probability) => probability > LEGIBLE) && !ODD.test(again.text)
  return isWhole && again.confidence > read.confidence - WORSE ? again : undefined
}

/** Without words at the end that are no words: the pattern behind the print, read as letters. */
function withoutPattern(line: TextLine): TextLine {
  const words = line.text.split(' ')
  const odd = words.findIndex((word, i) => i > 0 && (ODD.test(word) || (i === words.length - 1 && word.length === 1)))
  const end = odd < 0 ? 0 : words.slice(0, odd).join(' ').length
  if (!end) return line
  const probabilities = line.probabilities.slice(0, end)
  return {
    ...line,
    text: line.text.slice(0, end),
    probabilities,
    confidence: probabilities.reduce((sum, each) => sum + each, 0) / end,
    ...(line.places && { places: line.places.slice(0, end) }),
    ...(line.others && { others: line.others.slice(0, end) }),
    box: { ...line.box, width: (line.box.width * end) / line.text.length },
  }
}

const endOf = ({ x, width }: Box): number => x + width

const ODD = /[^\p{L}\p{M}\p{N} .,'’()/-]/u

/** Names and offices of several words, printed in full. */
const PLACES: readonly VisualFieldName[] = ['authority', 'nationality', 'place_of_birth']
/** A value below this confidence is read again. */
const SURE = 85
/** A page has few cut values; each costs the reading of a line. */
const MOST = 2
const MIN_CORE = 3
const LEGIBLE = 0.7
const WORSE = 0.05

/** In line heights. */
const FURTHER = 6
const MARGIN = 0.25
const AS_HIGH = 1.2
const INDENTED = { least: 0.4, most: 1.8 }
const COLUMN = 0.3

function holds({ text, box }: TextLine, { value, place }: VisualField, size: Size): boolean {
  if (!place || !text.includes(value)) return false
  const { x, y, width, height } = shareOf(box, size)
  return Math.abs(place.y - y) < height / 2 && place.x > x - height && place.x + place.width < x + width + height
}

const isInRow = (other: Box, { y, height }: Box): boolean =>
  Math.abs(other.y + other.height / 2 - (y + height / 2)) < ROW * height

const ROW = 0.4

function neighbour(row: readonly Box[], box: Box, side: 'left' | 'right'): Box | undefined {
  const middle = box.x + box.width / 2
  const on = row.filter((each) => each.x + each.width / 2 < middle === (side === 'left'))
  return on.toSorted((a, b) => (side === 'left' ? endOf(b) - endOf(a) : a.x - b.x))[0]
}

/** Whether the finder saw one sign in both. */
const overlap = (left: Box, right: Box): boolean => right.x < endOf(left)

/** The edge of the column of values that a value is a letter or two to the right of. */
function edgeOf(boxes: readonly Box[], own: Box): number | undefined {
  const { least, most } = INDENTED
  const before = boxes.filter(({ x }) => own.x - x > least * own.height && own.x - x < most * own.height)
  const column = before.filter(
    ({ x }) => before.filter((other) => Math.abs(other.x - x) < COLUMN * own.height).length > 2,
  )
  return column.length ? Math.min(...column.map(({ x }) => x)) : undefined
}
