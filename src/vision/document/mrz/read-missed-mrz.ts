import { inputOf } from '../../nets/net-list.ts'
import { type Net, type Nets, showPicture } from '../../nets/runtime.ts'
import { applyHomography, growQuad, invertHomography, quadToRect } from '../../picture/matrix.ts'
import { distance, meanOf, type Picture, type Point, type Size } from '../../picture/picture.ts'
import { type Quad, quadOf, quadOfPicture } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/resize.ts'
import { warpQuad } from '../../picture/warp.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { TextLine } from '../../text/read-text.ts'
import { type FoundMrz, isSure, pickMrz, readMrz } from './read-mrz.ts'

/**
 * Searches again for an MRZ that should be there, unless it has already been read with certainty: first with the net
 * that finds it only by shape, then by extending lines whose beginnings were found.
 */
export async function readMissedMrz(
  { nets, today, time }: ReadContext,
  document: Picture,
  { lines, mrz }: { lines: readonly TextLine[]; mrz: FoundMrz | undefined },
): Promise<FoundMrz | undefined> {
  if (mrz && isSure(mrz)) return mrz
  const read = (quads: readonly Quad[]) => time('read-mrz', () => readMrz(nets, document, quads, today))
  let best = pickMrz(mrz, await read(await time('find-mrz', () => findMrz(nets, document))))
  for (const group of best && isSure(best) ? [] : lengthenMrz(lines, document)) {
    best = pickMrz(best, await read(group))
  }
  return best
}

/** ICAO Doc 9303 parts 4 to 7: characters per line, and number of lines. */
const FORMS = [
  { length: 30, lines: 3 },
  { length: 36, lines: 2 },
  { length: 44, lines: 2 },
] as const

/**
 * Where the lines of an MRZ must be if only their beginnings were found: long runs of fillers are faint, and the text
 * finder stops at them. Each group has the full-length lines of one format, extrapolated from the pitch of the text
 * read.
 */
export function lengthenMrz(lines: readonly TextLine[], { width }: Size): Quad[][] {
  const begun = lines.filter(({ text }) => BEGINNING.test(text.replaceAll(' ', '')))
  return FORMS.flatMap(({ length, lines: count }) => {
    const group = pickLowest(begun, count)
    if (!group) return []
    const left = Math.min(...group.map(({ box }) => box.x))
    const pitch = Math.max(...group.map(({ text, box }) => box.width / text.replaceAll(' ', '').length))
    const right = left + pitch * length
    const fits = right <= width && group.some(({ text }) => text.includes('<<'))
    return fits ? [group.map(({ box }) => quadOf({ ...box, x: left, width: right - left }))] : []
  })
}

/** A third of the shortest line. */
const BEGINNING = /^[A-Z0-9<]{10,}$/

/** The lowest `count` lines, if they start in one column, each close below the previous one. */
function pickLowest(begun: readonly TextLine[], count: number): TextLine[] | undefined {
  const sorted = begun.toSorted((a, b) => a.box.y - b.box.y)
  const group = sorted.slice(-count)
  const together = group.every(({ box }, i) => {
    const above = group[i - 1]?.box
    return !above || (Math.abs(box.x - above.x) < box.height && box.y - above.y < 3 * box.height)
  })
  return group.length === count && together ? group : undefined
}

/** The net was trained on documents with a margin of this share of their size. */
const MARGIN = 0.04
/** Height of a line's box over its length: capitals are about half as high again as the pitch is wide. */
const HEIGHT = 0.035

/** Twice the size of the net's input: sampled from a larger picture, thin strokes would fall between the samples. */
const WORKING_SIDE = 768

/** The second look covers a square around the lines, larger than their length by this factor. */
const SECOND_LOOK = 1.24

/**
 * Finds the lines of an MRZ on the upright document, top to bottom, with a separate net, for pages on which they were
 * not found as text. Only reading them shows whether they really are an MRZ.
 */
async function findMrz(nets: Nets, document: Picture): Promise<Quad[]> {
  if (!nets.has('mrz-place')) return []
  const net = await nets.get('mrz-place')
  const { picture, scale } = await shrinkWithin(document, WORKING_SIDE)
  const first = await lookAt(net, picture, growQuad(quadOfPicture(picture), MARGIN))
  const second = await lookAt(net, picture, frameLines(first))
  return second.map(({ left, right }) => boxLine(fromShrunk(left, scale), fromShrunk(right, scale)))
}

interface Line {
  left: Point
  right: Point
}

/** The ends of the lines that the net finds in a part of the picture. */
async function lookAt(net: Net, document: Picture, view: Quad): Promise<Line[]> {
  const input = inputOf(net.entry)
  const { ends, lines } = await showPicture(net, warpQuad(document, view, input, 'repeat'))
  if (!ends || !lines) throw new Error('the MRZ finder is missing an output')
  const [, two = 0, three = 0] = lines.data
  const back = invertHomography(quadToRect(view, input))
  const at = (i: number): Point =>
    applyHomography(back, {
      x: (ends.data[2 * i] as number) * input.width - 0.5,
      y: (ends.data[2 * i + 1] as number) * input.height - 0.5,
    })
  return Array.from({ length: three > two ? 3 : 2 }, (_, line) => ({ left: at(2 * line), right: at(2 * line + 1) }))
}

/** A square aligned with the first line and centred on all line ends. */
function frameLines(lines: readonly Line[]): Quad {
  const ends = lines.flatMap(({ left, right }) => [left, right])
  const centre = meanOf(ends)
  const { left, right } = lines[0] as Line
  const half = SECOND_LOOK / 2
  const across = { x: half * (right.x - left.x), y: half * (right.y - left.y) }
  const corner = (u: number, v: number): Point => ({
    x: centre.x + u * across.x - v * across.y,
    y: centre.y + u * across.y + v * across.x,
  })
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

function boxLine(left: Point, right: Point): Quad {
  const half = (HEIGHT * distance(left, right)) / 2
  return [
    { x: left.x, y: left.y - half },
    { x: right.x, y: right.y - half },
    { x: right.x, y: right.y + half },
    { x: left.x, y: left.y + half },
  ]
}
