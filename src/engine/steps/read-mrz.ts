import { type DecodedMrz, decodeMrzText } from '../../domain/mrz/decode-mrz.ts'
import { findMrzLines } from '../../domain/mrz/find-mrz-lines.ts'
import type { Box } from '../picture.ts'
import type { TextLine } from './read-text.ts'

export interface FoundMrz {
  decoded: DecodedMrz
  /** Around all of its lines, on the upright document. */
  box: Box
}

/** The machine-readable zone among the lines of a page. */
export function readMrz(lines: readonly TextLine[], today: string): FoundMrz | undefined {
  const found = findMrzLines(lines.map(({ text }) => text))
  if (!found) return undefined
  const chosen = found.indices.map((index) => lines[index] as TextLine)
  const accuracy = Math.min(...chosen.map(({ confidence }) => confidence))
  const decoded = decodeMrzText(
    chosen.map(({ text }) => text.replaceAll(' ', '')),
    today,
    accuracy,
  )
  if (!decoded.ok || !isCredible(decoded.value)) return undefined
  return { decoded: decoded.value, box: around(chosen.map(({ box }) => box)) }
}

/** Ordinary text bent into an MRZ has its check digits right one time in ten each: two of them are a hundredth. */
function isCredible({ reading: { checks, confidence } }: DecodedMrz): boolean {
  const valid = checks.filter((check) => check.valid).length
  return valid >= Math.min(2, checks.length) && (checks.length > 0 || confidence >= MIN_UNCHECKED)
}

/** A format without check digits must have been read well. */
const MIN_UNCHECKED = 60

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
