import type { VisualFieldName } from '../../formats/document-words.ts'
import type { Box } from '../picture/box.ts'
import type { Size } from '../picture/picture.ts'
import { type Quad, quadOf } from '../picture/quad.ts'
import type { TextLine } from '../text/read-text.ts'
import { readerOf } from '../text/scripts.ts'
import type { ModelField } from './model.ts'
import { boxOf, mapBox, printSize } from './print.ts'
import type { Recognised } from './recognise.ts'

/** Where a model has a value, mapped to the page. */
export interface Expected {
  name: VisualFieldName
  box: Box
  /** The Unicode name of the script. */
  script?: string
}

/** The places of a model's values on a page. */
export function expectedOn({ model, map }: Pick<Recognised, 'model' | 'map'>): Expected[] {
  const size: Size = printSize(model.content.ratio)
  return model.content.fields.map(({ name, box, script }: ModelField) => ({
    name,
    box: mapBox(map, boxOf(box, size)),
    ...(script ? { script } : {}),
  }))
}

/** The lines found in the places, and the places that must be read again. */
interface Taken {
  /** Lines by their index, with the characters that are the value if they contain more. */
  lines: { name: VisualFieldName; line: number; start?: number; end?: number }[]
  /** Places where no line was found, and values in their own script. */
  again: { name: VisualFieldName; quad: Quad; reader: string }[]
}

/** The reader of all lines; it does not know how another script is divided into words. */
const COMMON = readerOf()
/** A line that begins before a value's place by more than this, in heights, also contains a label. */
const BEFORE = 1.2
/** The margin around a place that is read again, in heights: letters are cut off by less. */
const ROOM = 0.25

/** Finds the lines of each place. A value that is longer than the taught ones extends beyond its place to the right. */
export function findValues(expected: readonly Expected[], lines: readonly TextLine[]): Taken {
  const taken: Taken = { lines: [], again: [] }
  for (const { name, box, script } of expected) {
    const reader = readerOf(script)
    if (!reader) continue
    const inRow = lines
      .map((line, i) => ({ i, box: line.box, text: line.text, over: overlap(line.box, box) }))
      .filter(({ over, text }) => over > 0 && text.trim() !== '')
      .toSorted((a, b) => b.over - a.over)
    const [best] = inRow
    if (!best) {
      taken.again.push({ name, reader, quad: quadOf(grown(box, ROOM)) })
      continue
    }
    const right = rightOf(name, box, best.box, expected)
    if (reader === COMMON) {
      taken.lines.push({ name, line: best.i, ...partOf(best, box, right) })
      continue
    }
    const left = Math.max(best.box.x, box.x - ROOM * box.height)
    const { y, height } = best.box
    const width = Math.min(best.box.x + best.box.width, right) - left
    if (width > 0.5 * height) taken.again.push({ name, reader, quad: quadOf({ x: left, y, width, height }) })
  }
  return taken
}

/** The overlap as a share of the lower of the two, if they overlap at all. */
function overlap(line: Box, place: Box): number {
  const down = Math.min(line.y + line.height, place.y + place.height) - Math.max(line.y, place.y)
  const across = Math.min(line.x + line.width, place.x + place.width) - Math.max(line.x, place.x)
  if (across <= 0) return 0
  const share = down / Math.min(line.height, place.height)
  return share > 0.55 ? share * (across / Math.min(line.width, place.width)) : 0
}

/**
 * The characters of a line that are the value: from the word that begins nearest to the place, up to the text that
 * belongs to the next one. Positions along a line are counted in characters, in teaching and in reading: a label's
 * letters are smaller than a value's, so a cut through the picture would cut through letters.
 */
function partOf(
  { text, box }: Pick<TextLine, 'box' | 'text'>,
  place: Box,
  right: number,
): { start?: number; end?: number } {
  const near = BEFORE * place.height
  const pitch = box.width / text.length
  const closest = (places: readonly number[], x: number) =>
    places.reduce((a, b) => (Math.abs(box.x + b * pitch - x) < Math.abs(box.x + a * pitch - x) ? b : a))
  const starts = [0, ...placesOf(text, BEGINS)]
  const ends = [...placesOf(text, ENDS), text.length]
  return {
    ...(box.x < place.x - near ? { start: closest(starts, place.x) } : {}),
    ...(box.x + box.width > right + near ? { end: closest(ends, right) } : {}),
  }
}

/**
 * Words are separated by a space or a mark, or by nothing if it was lost: a label's small letters before capitals or
 * digits.
 */
const BEGINS = /(?<=[\s:/.)])(?=[\p{L}\d])|(?<=\p{Ll})(?=[\p{Lu}\d])/gu
const ENDS = /(?<=\S)(?=\s)/g

const placesOf = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(({ index }) => index)

/** Where the next place in the row begins: no value extends that far. */
function rightOf(name: VisualFieldName, box: Box, line: Box, expected: readonly Expected[]): number {
  const next = expected
    .filter((other) => other.name !== name && overlapDown(other.box, line) && other.box.x > box.x + 0.5 * box.width)
    .map((other) => other.box.x)
  return Math.min(...next, Math.max(line.x + line.width, box.x + box.width))
}

const overlapDown = (a: Box, b: Box): boolean => a.y < b.y + 0.6 * b.height && b.y < a.y + 0.6 * a.height

const grown = ({ x, y, width, height }: Box, room: number): Box => ({
  x: x - room * height,
  y: y - 0.3 * room * height,
  width: width + 2 * room * height,
  height: height * (1 + 0.6 * room),
})
