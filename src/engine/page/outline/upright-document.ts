import type { Picture } from '../../picture/picture.ts'
import { type Quad, quadOfPicture } from '../../picture/quad.ts'
import { rotate90 } from '../../picture/rotate.ts'
import { findText, type TextBox } from '../../text/find-text.ts'
import type { Desk } from '../../workbench.ts'
import { type FoundDocument, findDocument } from './find-document.ts'
import { orient, turnBoxes } from './orient.ts'
import { rectify, turnsOf } from './rectify.ts'

export interface UprightDocument {
  /** Straight and the right way up. */
  document: Picture
  /** Where text stands on it. */
  boxes: TextBox[]
  /** Its corners in the photo; the photo's own where no document was found. */
  quad: Quad
  found?: FoundDocument
}

/** Where the text finder looks: at 640 half as many lines again run together as at 768, at 896 it costs half as much again. */
const TEXT_SIDE = 768

/** Finds the document in the photo, cuts it out and turns it upright. */
export async function uprightDocument(desk: Desk, photo: Picture): Promise<UprightDocument> {
  const { nets, time } = desk
  const found = await time('find-document', () => findDocument(nets, photo))
  const quad = found?.quad ?? quadOfPicture(photo)
  const lying = await time('rectify', () => rectify(photo, quad))
  const boxes = await time('find-text', () => findText(nets, lying, TEXT_SIDE))
  const turns = await time('orient', () => orient(nets, lying, boxes, found && turnsOf(found.turn, quad)))
  return {
    document: await time('orient', () => rotate90(lying, turns)),
    boxes: turnBoxes(boxes, lying, turns),
    quad,
    ...(found ? { found } : {}),
  }
}
