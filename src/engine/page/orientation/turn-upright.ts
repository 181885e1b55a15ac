import type { Picture } from '../../picture/picture.ts'
import { rotate90 } from '../../picture/rotate.ts'
import { findText, type TextBox } from '../../text/find-text.ts'
import type { Desk } from '../../workbench.ts'
import type { Outline } from '../outline/find-outline.ts'
import { findTurns, type Turns, turnBoxes } from './find-turns.ts'

export interface UprightDocument {
  /** Straight and the right way up. */
  document: Picture
  /** Where there is text on it. */
  boxes: TextBox[]
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
}

/** The size at which the text finder works: at 640 half as many lines again run together, at 896 it costs half as much again. */
const TEXT_SIDE = 768

/** Turns the document the way its lines of text are written. */
export async function turnUpright({ nets, time }: Desk, { document, turns }: Outline): Promise<UprightDocument> {
  const boxes = await time('find-text', () => findText(nets, document, TEXT_SIDE))
  const quarters = await time('orient', () => findTurns(nets, document, boxes, turns))
  return {
    document: await time('orient', () => rotate90(document, quarters)),
    boxes: turnBoxes(boxes, document, quarters),
    turns: quarters,
  }
}
