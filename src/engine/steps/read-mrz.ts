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
  return decoded.ok ? { decoded: decoded.value, box: around(chosen.map(({ box }) => box)) } : undefined
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
