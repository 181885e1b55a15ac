import type { Corners } from '../../../actions/ports/engine.ts'
import type { Nets } from '../../nets/runtime.ts'
import type { Picture } from '../../picture/picture.ts'
import { areaOf, longSideOf, mapQuad, type Quad, quadOfPicture } from '../../picture/quad.ts'
import type { ReadContext } from '../../read-engine.ts'
import { type FoundDocument, lookForDocument } from './find-document.ts'
import { rectify, turnsOf } from './rectify.ts'

export interface Outline {
  /** The document's corners in the photo; the photo's own where no document was found. */
  quad: Quad
  isFound: boolean
  /** Roughly where the document is that the photo shows a part of; undefined when it shows the whole, or none. */
  cutOff: Quad | undefined
  /** The document cut out and straightened, its long side level. It may still be upside down. */
  document: Picture
  /** By how much that is larger than in the photo. */
  enlarged: number
  /** How likely each number of quarter turns clockwise is to bring it upright; undefined where no document was found. */
  turns: number[] | undefined
}

/** The net's even odds. Of 105 frames of phones that show all of a document 0 are under it, of 30 drawn ones that do not 28. */
const WHOLE = 0.5

/** A scan cut along the document's edges lacks nothing. */
const fills = (quad: Quad, photo: Picture): boolean => areaOf(quad) >= 0.999 * photo.width * photo.height

interface Seen {
  /** The document's corners; the photo's own where none was found. */
  quad: Quad
  isFound: boolean
  found: FoundDocument | undefined
  /** What was seen at the first look, where none was found. */
  glanced: FoundDocument | undefined
}

/** Corners that a person has set are believed. */
export async function findQuad(nets: Nets, photo: Picture, corners?: Corners): Promise<Seen> {
  if (corners) return { quad: inPixels(corners as Quad, photo), isFound: true, found: undefined, glanced: undefined }
  const { found, glanced } = await lookForDocument(nets, photo)
  return { quad: found?.quad ?? quadOfPicture(photo), isFound: found !== undefined, found, glanced }
}

/** From shares of the photo. */
const inPixels = (corners: Quad, { width, height }: Picture): Quad =>
  mapQuad(corners, ({ x, y }) => ({ x: x * width - 0.5, y: y * height - 0.5 }))

/** Finds the document in the photo and cuts it out. */
export async function findOutline({ nets, time }: ReadContext, photo: Picture, corners?: Corners): Promise<Outline> {
  const { quad, isFound, found, glanced } = await time('find-document', () => findQuad(nets, photo, corners))
  const seen = found ?? glanced
  const document = await time('rectify', () => rectify(photo, quad))
  return {
    quad,
    isFound,
    cutOff: seen && seen.whole < WHOLE && !fills(seen.quad, photo) ? seen.quad : undefined,
    document,
    enlarged: Math.max(document.width, document.height) / longSideOf(quad),
    turns: found && turnsOf(found.turn, quad),
  }
}
