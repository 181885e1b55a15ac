import { cellsOfText, type MrzCell } from '../../../domain/mrz/decode/cells.ts'
import { type DecodedMrz, decodeMrz } from '../../../domain/mrz/decode/decode-mrz.ts'
import { findMrzLines } from '../../../domain/mrz/find-mrz-lines.ts'
import type { Nets } from '../../nets/runtime.ts'
import { type Box, boundsOf, joinBoxes } from '../../picture/box.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { TextLine } from '../../text/read-text.ts'
import { readMrzLines } from './read-mrz-lines.ts'

export interface FoundMrz {
  decoded: DecodedMrz
  /** What it was decoded from. */
  cells: readonly (readonly MrzCell[])[]
  /** Around all of its lines, on the upright document. */
  box: Box
}

/** Reads the MRZ with our own reader, from boxes shaped like its lines, given top to bottom. */
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

/** Finds the MRZ among lines read by the general reader: slower, but it catches what the shape of the boxes does not reveal. */
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

/** Nothing about it calls for a second reading. */
export const isSure = ({ decoded: { reading } }: FoundMrz): boolean =>
  reading.checks.length > 0 && reading.checks.every(({ valid }) => valid)

/** The reading with more correct check digits; the first when they tie. */
export function pickMrz(a: FoundMrz | undefined, b: FoundMrz | undefined): FoundMrz | undefined {
  if (!a || !b) return a ?? b
  return countValidChecks(b.decoded) > countValidChecks(a.decoded) ? b : a
}

const countValidChecks = ({ reading: { checks } }: DecodedMrz): number => checks.filter(({ valid }) => valid).length

/** Ordinary text forced into an MRZ gets a check digit right one time in ten, and two of them one time in a hundred. */
function isCredible(decoded: DecodedMrz): boolean {
  const { checks, confidence } = decoded.reading
  return countValidChecks(decoded) >= Math.min(2, checks.length) && (checks.length > 0 || confidence >= MIN_UNCHECKED)
}

/** A format without check digits must have been read well. */
const MIN_UNCHECKED = 60
