import type { Portrait } from '../../face/take-portrait.ts'
import type { Box } from '../../picture/box.ts'
import type { Picture } from '../../picture/picture.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'
import type { FoundMrz } from '../mrz/read-mrz.ts'
import { findPenStrokes } from './find-pen-strokes.ts'
import { findSignedLine } from './find-signed-line.ts'

/** What is already known to be on the page. */
interface Known {
  lines: readonly TextLine[]
  mrz: FoundMrz | undefined
  portrait: Pick<Portrait, 'face'> | undefined
}

/** Finds the signature among the lines of text, or else by its strokes alone. Backs have tables and visas no signature, so there the lines must do. */
export async function findSignature(
  document: Picture,
  { side, type }: Pick<Classification, 'side' | 'type'>,
  { lines, mrz, portrait }: Known,
): Promise<Box | undefined> {
  const signed = findSignedLine(document, lines)
  if (signed || side === 'BACK' || type === 'VISA') return signed
  const read = lines.filter(({ text, confidence }) => text.length > 1 && confidence > MIN_READ).map(({ box }) => box)
  const taken = [...read, ...(mrz ? [mrz.box] : []), ...(portrait ? [pictureAround(portrait.face)] : [])]
  return findPenStrokes(document, taken)
}

/** The reader is surer than this of nearly all print, and less sure of signatures. */
const MIN_READ = 0.8

/** The face detector's box reaches from hair to chin and past the ears; the portrait also shows the shoulders. */
const pictureAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.05 * width,
  y: y - 0.15 * height,
  width: 1.1 * width,
  height: 1.4 * height,
})
