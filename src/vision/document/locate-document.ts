import type { Corners } from '../engine.ts'
import type { Box } from '../picture/box.ts'
import type { Picture } from '../picture/picture.ts'
import type { Sheet } from '../picture/sheet.ts'
import type { ReadContext } from '../read-engine.ts'
import { type Recognised, recognise } from '../taught/recognise.ts'
import type { TextBox } from '../text/find-text.ts'
import { judgePage, type PageFaults } from './judge-page.ts'
import { findOutline, type Outline } from './outline/find-outline.ts'
import { type PagePlace, pagePlace } from './page-place.ts'
import { type Turns, turnAgain, turnUpright } from './turn-upright.ts'

/** Where a document lies in the photo, and its orientation. */
export interface LocatedDocument {
  outline: Outline
  /** What is wrong with the photo. */
  faults: PageFaults
  /** The document, cut out, straight and upright. */
  document: Sheet
  /** Where there is text on the document. */
  boxes: TextBox[]
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
  place: PagePlace
  /** The taught model that the document looks like. */
  recognised: Recognised | undefined
}

/** The same document, rotated by 180 degrees. */
export function upsideDown(located: LocatedDocument, photo: Picture): LocatedDocument {
  const { document, boxes, turns } = turnAgain(located, photo, located.outline, 2)
  return { ...located, document, boxes, turns, place: pagePlace(located.outline.quad, turns), recognised: undefined }
}

export async function locateDocument(
  context: ReadContext,
  photo: Picture,
  corners?: Corners,
  part?: Box,
): Promise<LocatedDocument> {
  const { taughtDocuments, time } = context
  const outline = await findOutline(context, photo, corners, part)
  const faults = await time('judge-page', () => judgePage(photo, outline))
  const upright = await turnUpright(context, photo, outline)
  const recognised = await time('recognise', () => recognise(taughtDocuments, upright.document))
  const { document, boxes, turns } = turnAgain(upright, photo, outline, recognised?.turns ?? 0)
  return { outline, faults, document, boxes, turns, place: pagePlace(outline.quad, turns), recognised }
}
