import type { Picture } from '../../picture/picture.ts'
import { longSideOf, type Quad, quadOfPicture } from '../../picture/quad.ts'
import type { Desk } from '../../workbench.ts'
import { findDocument } from './find-document.ts'
import { rectify, turnsOf } from './rectify.ts'

export interface Outline {
  /** The document's corners in the photo; the photo's own where no document was found. */
  quad: Quad
  isFound: boolean
  /** The document cut out and straightened, its long side level. It may still be upside down. */
  document: Picture
  /** By how much that is larger than in the photo. */
  enlarged: number
  /** How likely each number of quarter turns clockwise is to bring it upright; undefined where no document was found. */
  turns: number[] | undefined
}

/** Finds the document in the photo and cuts it out. */
export async function findOutline({ nets, time }: Desk, photo: Picture): Promise<Outline> {
  const found = await time('find-document', () => findDocument(nets, photo))
  const quad = found?.quad ?? quadOfPicture(photo)
  const document = await time('rectify', () => rectify(photo, quad))
  return {
    quad,
    isFound: found !== undefined,
    document,
    enlarged: Math.max(document.width, document.height) / longSideOf(quad),
    turns: found && turnsOf(found.turn, quad),
  }
}
