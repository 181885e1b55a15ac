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
  for (const group of groupsOf(quads)) {
    const found = await readGroup(nets, document, group, today)
    if (found) return found
  }
  return undefined
}

/** A line of the page before it is known to be part of an MRZ. */
interface SeenLine {
  quad: Quad
  /** As the general reader read it. */
  text: string
}

/**
 * Reads an MRZ of one line, as driving licences have it (ISO/IEC 18013-3), with our own reader: the lines that begin
 * like one, and the lowest one if it is as wide as an MRZ. The general reader confuses its letters and digits.
 */
export async function readLicenceLine(
  nets: Nets,
  document: Picture,
  lines: readonly SeenLine[],
  lowest: Quad | undefined,
  today: string,
): Promise<FoundMrz | undefined> {
  if (!nets.has('mrz-lines')) return undefined
  const begun = lines.filter(({ text }) => isLicenceLine(text)).map(({ quad }) => quad)
  for (const quad of lowest ? [...begun, lowest] : begun) {
    const found = await readGroup(nets, document, [quad], today)
    if (found) return found
  }
  return undefined
}

/** D, any character, three letters of the issuer, and the rest of 30 characters; readers miscount and confuse some. */
function isLicenceLine(text: string): boolean {
  const line = text.replaceAll(' ', '').toUpperCase()
  const odd = line.match(/[^A-Z0-9<]/g)?.length ?? 0
  return /^[D0O][A-Z0-9<][A-Z0158<]{3}/.test(line) && line.length >= 26 && line.length <= 34 && odd <= MOST_ODD
}

const MOST_ODD = 3

/** Three or two lines below one another, the lowest first: below an MRZ there may be another page. */
function groupsOf(quads: readonly Quad[]): Quad[][] {
  const groups: Quad[][] = []
  for (const count of [3, 2]) {
    for (let end = quads.length; end >= count; end--) {
      const group = quads.slice(end - count, end)
      if (end === quads.length || isColumn(group)) groups.push(group)
    }
  }
  return groups
}

/** Whether lines have the same length and left edge, each close below the previous one. */
function isColumn(group: readonly Quad[]): boolean {
  const boxes = group.map(boundsOf)
  return boxes.every((box, i) => {
    const above = boxes[i - 1]
    if (!above) return true
    const slack = SLACK * above.width
    return (
      Math.abs(box.x - above.x) < slack &&
      Math.abs(box.width - above.width) < slack &&
      box.y - above.y < 3 * Math.max(box.height, above.height)
    )
  })
}

/** The text finder stops at faint fillers, but rarely at more than a tenth of the line. */
const SLACK = 0.1

async function readGroup(
  nets: Nets,
  document: Picture,
  group: readonly Quad[],
  today: string,
): Promise<FoundMrz | undefined> {
  const cells = await readMrzLines(nets, document, group)
  if (!cells) return undefined
  const decoded = decodeMrz(cells, today)
  if (!decoded.ok || !isCredible(decoded.value, cells)) return undefined
  return { decoded: decoded.value, cells, box: joinBoxes(group.map(boundsOf)) }
}

/** Finds the MRZ among lines read by the general reader: slower, but finds MRZs whose boxes have an unusual shape. */
export function readMrzAsText(lines: readonly TextLine[], today: string): FoundMrz | undefined {
  const found = findMrzLines(lines.map(({ text }) => text))
  if (!found) return undefined
  const chosen = found.indices.map((index) => lines[index] as TextLine)
  const accuracy = Math.min(...chosen.map(({ confidence }) => confidence))
  const cells = found.texts.map((text) => cellsOfText(text, accuracy))
  const decoded = decodeMrz(cells, today)
  if (!decoded.ok || !isCredible(decoded.value, cells)) return undefined
  return { decoded: decoded.value, cells, box: joinBoxes(chosen.map(({ box }) => box)) }
}

/** Whether there is no reason for a second reading. */
export const isSure = ({ decoded: { reading } }: FoundMrz): boolean =>
  reading.checks.length > 0 && reading.checks.every(({ valid }) => valid) && reading.confidence >= DOUBTFUL

/** Of 356 drawn MRZs, 29 of 32 with valid check digits but less confidence had a wrong character. */
const DOUBTFUL = 50

/**
 * The reading with more correct check digits, then the one of higher confidence. A check digit that was clearly read as wrong
 * is wrong on the document: a reading that was repaired until it agrees does not replace it.
 */
export function pickMrz(a: FoundMrz | undefined, b: FoundMrz | undefined): FoundMrz | undefined {
  if (!a || !b) return a ?? b
  if (isClear(a) && b.decoded.reading.repaired) return a
  if (isClear(b) && a.decoded.reading.repaired) return b
  const more = countValidChecks(b.decoded) - countValidChecks(a.decoded)
  return more > 0 || (more === 0 && b.decoded.reading.confidence > a.decoded.reading.confidence) ? b : a
}

const countValidChecks = ({ reading: { checks } }: DecodedMrz): number => checks.filter(({ valid }) => valid).length

/** Whether every character stands as it was read, and hardly any is in doubt. */
const isClear = ({ decoded, cells }: FoundMrz): boolean => !decoded.reading.repaired && clarityOf(cells) >= CLEAR

/** Below this mean log probability of its characters a reading is not to be trusted on its own: models/mrz.md. */
const CLEAR = -0.05

/** The mean log probability of the characters as read, before any rule of the format. */
function clarityOf(cells: FoundMrz['cells']): number {
  const all = cells.flat()
  return all.reduce((sum, cell) => sum + Math.log(cell[0]?.probability ?? UNREAD), 0) / all.length
}

const UNREAD = 1e-4

/** Of 356 drawn MRZs none of the 19 below it was read correctly; ordinary text was at -0.21, documents above -0.01. */
const LEGIBLE = -0.15

/**
 * Ordinary text read as an MRZ has one correct check digit one time in ten, and two one time in a hundred. Specimens
 * have wrong ones: without two, an MRZ is one that was clearly read and has the form of one.
 */
export function isCredible(decoded: DecodedMrz, cells: FoundMrz['cells']): boolean {
  const { checks, confidence, repaired } = decoded.reading
  if (checks.length === 0) return confidence >= MIN_UNCHECKED
  // One line in ten of any digits agrees with a single check digit.
  if (checks.length === 1 && repairsOfHeading(decoded, cells) > 1) return false
  if (countValidChecks(decoded) >= Math.min(2, checks.length)) return clarityOf(cells) >= LEGIBLE
  return !repaired && clarityOf(cells) >= CLEAR && hasForm(decoded)
}

/** How many of the first five characters, the document code and the issuer, are not what was read there. */
function repairsOfHeading({ reading: { lines } }: DecodedMrz, cells: FoundMrz['cells']): number {
  const [line = ''] = lines
  return [...line.slice(0, 5)].filter((character, i) => cells[0]?.[i]?.[0]?.character !== character).length
}

/** A known issuer and runs of fillers, which every format but a licence's single line has; one field may be odd. */
function hasForm({ problems, reading: { lines } }: DecodedMrz): boolean {
  const hasFillers = lines.length === 1 || lines.some((line) => line.includes('<<'))
  return hasFillers && problems.length <= 1 && !problems.includes('issuing_state_or_organization')
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
