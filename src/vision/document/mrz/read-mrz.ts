import { ALPHABET, cellsOfText, type MrzCell } from '../../../formats/mrz/decode/cells.ts'
import { type DecodedMrz, decodeMrz } from '../../../formats/mrz/decode/decode-mrz.ts'
import { findMrzLines } from '../../../formats/mrz/find-mrz-lines.ts'
import { inputOf } from '../../nets/net-list.ts'
import type { Nets, Tensor } from '../../nets/runtime.ts'
import { toTensor } from '../../nets/tensor.ts'
import { type Box, boundsOf, joinBoxes } from '../../picture/box.ts'
import { distance, meanOf, type Picture, type Point } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { warpQuad } from '../../picture/warp.ts'
import type { TextLine } from '../../text/read-text.ts'

export interface FoundMrz {
  decoded: DecodedMrz
  /** The cells that it was decoded from. */
  cells: readonly (readonly MrzCell[])[]
  /** Around all of its lines, on the upright document. */
  box: Box
}

/** Reads the MRZ with our own reader, from boxes with the shape of its lines, given top to bottom. */
export async function readMrz(
  nets: Nets,
  document: Picture,
  quads: readonly Quad[],
  today: string,
): Promise<FoundMrz | undefined> {
  if (!nets.has('mrz-lines')) return undefined
  for (const count of [3, 2]) {
    const group = quads.slice(-count)
    if (group.length < count) continue
    const cells = await readMrzLines(nets, document, group)
    if (!cells) continue
    const decoded = decodeMrz(cells, today)
    if (decoded.ok && isCredible(decoded.value)) {
      return { decoded: decoded.value, cells, box: joinBoxes(group.map(boundsOf)) }
    }
  }
  return undefined
}

/** Finds the MRZ among lines read by the general reader: slower, but finds MRZs whose boxes have an unusual shape. */
export function readMrzAsText(lines: readonly TextLine[], today: string): FoundMrz | undefined {
  const found = findMrzLines(lines.map(({ text }) => text))
  if (!found) return undefined
  const chosen = found.indices.map((index) => lines[index] as TextLine)
  const accuracy = Math.min(...chosen.map(({ confidence }) => confidence))
  const cells = found.texts.map((text) => cellsOfText(text, accuracy))
  const decoded = decodeMrz(cells, today)
  if (!decoded.ok || !isCredible(decoded.value)) return undefined
  return { decoded: decoded.value, cells, box: joinBoxes(chosen.map(({ box }) => box)) }
}

/** Whether there is no reason for a second reading. */
export const isSure = ({ decoded: { reading } }: FoundMrz): boolean =>
  reading.checks.length > 0 && reading.checks.every(({ valid }) => valid)

/** The reading with more correct check digits; the first one if they tie. */
export function pickMrz(a: FoundMrz | undefined, b: FoundMrz | undefined): FoundMrz | undefined {
  if (!a || !b) return a ?? b
  return countValidChecks(b.decoded) > countValidChecks(a.decoded) ? b : a
}

const countValidChecks = ({ reading: { checks } }: DecodedMrz): number => checks.filter(({ valid }) => valid).length

/** Ordinary text read as an MRZ has one correct check digit one time in ten, and two one time in a hundred. */
function isCredible(decoded: DecodedMrz): boolean {
  const { checks, confidence } = decoded.reading
  return countValidChecks(decoded) >= Math.min(2, checks.length) && (checks.length > 0 || confidence >= MIN_UNCHECKED)
}

/** The minimum confidence for a format without check digits. */
const MIN_UNCHECKED = 60

/** The net was trained on lines with this share of the width free on either side. */
const MARGIN = 0.02
/** Less likely readings of a cell would only cost time. */
const MIN_PROBABILITY = 1e-4
const LENGTHS = [30, 36, 44] as const

/** Each line of an MRZ as cells with their possible readings. Undefined when the net takes the lines for other text. */
export async function readMrzLines(
  nets: Nets,
  document: Picture,
  quads: readonly Quad[],
): Promise<MrzCell[][] | undefined> {
  const net = await nets.get('mrz-lines')
  const input = inputOf(net.entry)
  const pictures = alignStrips(quads).map((quad) => toTensor(warpQuad(document, quad, input, 'repeat'), input).data)
  const data = new Float32Array(pictures.length * input.width * input.height)
  for (const [i, picture] of pictures.entries()) data.set(picture, i * picture.length)
  const outputs = await net.run({ [input.name]: { data, dims: [pictures.length, 1, input.height, input.width] } })
  const length = lengthOf(outputs.length)
  const slots = length && outputs[`slots${length}`]
  return slots ? quads.map((_, line) => cellsOf(slots, line, length)) : undefined
}

/** The most likely number of characters, over all lines together. Class 0 is "no such line". */
function lengthOf(lengths: Tensor | undefined): (typeof LENGTHS)[number] | undefined {
  if (!lengths) throw new Error('the MRZ reader gave no length')
  const classes = LENGTHS.length + 1
  const sums = Array.from({ length: classes }, (_, kind) =>
    lengths.data.reduce((sum, chance, i) => (i % classes === kind ? sum + Math.log(chance + 1e-6) : sum), 0),
  )
  const best = sums.indexOf(Math.max(...sums))
  return best === 0 ? undefined : LENGTHS[best - 1]
}

function cellsOf({ data }: Tensor, line: number, length: number): MrzCell[] {
  const letters = ALPHABET.length
  return Array.from({ length }, (_, slot) => {
    const from = (line * length + slot) * letters
    return Array.from(ALPHABET, (character, i) => ({ character, probability: data[from + i] as number }))
      .filter(({ probability }) => probability >= MIN_PROBABILITY)
      .sort((a, b) => b.probability - a.probability)
  })
}

/** A strip of the net's shape around each line. All strips share left and right edges: trailing fillers are faint. */
function alignStrips(quads: readonly Quad[]): Quad[] {
  const ends = quads.map(([tl, tr, br, bl]) => ({ left: meanOf([tl, bl]), right: meanOf([tr, br]) }))
  const first = ends[0] as (typeof ends)[number]
  const length = distance(first.left, first.right)
  const along = { x: (first.right.x - first.left.x) / length, y: (first.right.y - first.left.y) / length }
  const place = ({ x, y }: Point) => x * along.x + y * along.y
  const start = Math.min(...ends.map(({ left }) => place(left)))
  const end = Math.max(...ends.map(({ right }) => place(right)))
  const width = (end - start) / (1 - 2 * MARGIN)
  const half = (width * SHAPE) / 2
  return ends.map(({ left, right }) => {
    const centre = meanOf([left, right])
    const down = -centre.x * along.y + centre.y * along.x
    const at = (u: number, v: number): Point => ({ x: u * along.x - v * along.y, y: u * along.y + v * along.x })
    const [from, to] = [start - MARGIN * width, start - MARGIN * width + width]
    return [at(from, down - half), at(to, down - half), at(to, down + half), at(from, down + half)]
  })
}

/** Height over width of the net's input. */
const SHAPE = 32 / 640
