import type { Portrait } from '../../face/take-portrait.ts'
import type { Box } from '../../picture/box.ts'
import type { Picture } from '../../picture/picture.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'
import type { FoundMrz } from '../mrz/read-mrz.ts'
import { findPenStrokes } from './find-pen-strokes.ts'
import { findSignedLine } from './find-signed-line.ts'

/** What is known to stand on the page. */
interface Known {
  lines: readonly TextLine[]
  mrz: FoundMrz | undefined
  portrait: Portrait | undefined
}

/** By what was taken for a line of text; else, where holders sign, by its strokes alone: backs have tables, visas no signature. */
export async function findSignature(
  document: Picture,
  { side, type }: Classification,
  { lines, mrz, portrait }: Known,
): Promise<Box | undefined> {
  const signed = findSignedLine(document, lines)
  if (signed || side === 'BACK' || type === 'VISA') return signed
  const read = lines.filter(({ text, confidence }) => text.length > 1 && confidence > MIN_READ).map(({ box }) => box)
  const taken = [...read, ...(mrz ? [mrz.box] : []), ...(portrait ? [pictureAround(portrait.face)] : [])]
  return findPenStrokes(document, taken)
}

/** The reader is surer of nearly all print; what it makes of a signature lies below. */
const MIN_READ = 0.8

/** The finder of faces goes from hair to chin and beyond the ears; the portrait shows the shoulders as well. */
const pictureAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.05 * width,
  y: y - 0.15 * height,
  width: 1.1 * width,
  height: 1.4 * height,
})
