import { type Picture, rotate90 } from '../../picture/picture.ts'
import { type Sheet, sheetOf } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { findText, type TextBox } from '../../text/find-text.ts'
import type { Outline } from '../outline/find-outline.ts'
import { findTurns, type Turns, turnBoxes } from './find-turns.ts'

interface UprightDocument {
  /** Straight and the right way up. */
  document: Sheet
  /** Where there is text on it. */
  boxes: TextBox[]
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
}

/** The size at which the text finder works: at 640 half as many lines again run together, at 896 it costs half as much again. */
const TEXT_SIDE = 768

/** Turns the document the way its lines of text are written. */
export async function turnUpright(
  { nets, time }: ReadContext,
  photo: Picture,
  { document, quad, turns }: Outline,
): Promise<UprightDocument> {
  const boxes = await time('find-text', () => findText(nets, document, TEXT_SIDE))
  const quarters = await time('orient', () => findTurns(nets, document, boxes, turns))
  const upright = await time('orient', () => rotate90(document, quarters))
  return {
    document: sheetOf(upright, photo, quad, quarters),
    boxes: turnBoxes(boxes, document, quarters),
    turns: quarters,
  }
}

/** The same, turned further. */
export function turnAgain(
  upright: UprightDocument,
  photo: Picture,
  { quad }: Pick<Outline, 'quad'>,
  further: Turns,
): UprightDocument {
  if (further === 0) return upright
  const turns = ((upright.turns + further) % 4) as Turns
  return {
    document: sheetOf(rotate90(upright.document, further), photo, quad, turns),
    boxes: turnBoxes(upright.boxes, upright.document, further),
    turns,
  }
}
