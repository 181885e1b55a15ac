import type { DocumentModel } from '../../domain/document/model.ts'
import { applyHomography, type Homography, joinHomographies } from '../picture/matrix.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { mapQuad, quadOfPicture } from '../picture/quad.ts'
import { rotate90 } from '../picture/rotate.ts'
import { shrinkTo } from '../picture/shrink.ts'
import { warpQuad } from '../picture/warp.ts'
import { greysOf } from './greys.ts'
import { headDown, LOOK_WIDTH, type Look, lookOf } from './look.ts'
import { type OpenPrint, printSize } from './print.ts'
import { register, searchable } from './register.ts'
import type { Shelf } from './shelf.ts'

/** A page that was found to be a taught document. */
export interface Recognised {
  model: DocumentModel
  print: OpenPrint
  /** Quarter turns clockwise that bring the page the way the model was taught. */
  turns: 0 | 1 | 2 | 3
  /** Pixels of the model's print → pixels of the page, turned so. */
  map: Homography
  /** Of the print's anchors, the share that is where the model has it. */
  share: number
}

/** Of the anchors so many must be found: others' documents reach 0.2, the taught ones' own pictures 0.45 and more. */
export const MIN_SHARE = 0.32

/** Which of the taught documents a straightened page is, in whatever turn. */
export async function recognise(shelf: Shelf, page: Picture): Promise<Recognised | undefined> {
  if (!shelf.models.length) return undefined
  const views = viewsOf(page)
  for (const { model, look } of shelf.nearest(await looksOf(page))) {
    const turns = TURNS[look] as Recognised['turns']
    const print = await shelf.print(model)
    const found = await registerPage(print, printSize(model.content.ratio), views(turns))
    if (found && found.share >= MIN_SHARE) return { model, print, turns, ...found }
  }
  return undefined
}

const TURNS = [0, 2, 1, 3] as const

/** As it lies and upside down, then the same of the page turned by a quarter. */
async function looksOf(page: Picture): Promise<Look[]> {
  const lying = await lookAt(page)
  const standing = await lookAt(rotate90(await shrinkTo(page, smallOf(page)), 1))
  return [lying, headDown(lying), standing, headDown(standing)]
}

const lookAt = async (page: Picture): Promise<Look> => lookOf(greysOf(await shrinkTo(page, smallOf(page))))

export const smallOf = ({ width, height }: Size): Size => ({
  width: LOOK_WIDTH,
  height: Math.max(16, Math.round((LOOK_WIDTH * height) / width)),
})

/** The page in a turn, made when it is asked for. */
function viewsOf(page: Picture): (turns: Recognised['turns']) => Picture {
  const views = new Map<number, Picture>()
  return (turns) => {
    const view = views.get(turns) ?? rotate90(page, turns)
    views.set(turns, view)
    return view
  }
}

/** How a page lies against a print; undefined when it does not. */
export async function registerPage(
  { registrable }: Pick<OpenPrint, 'registrable'>,
  size: Size,
  page: Picture,
): Promise<{ map: Homography; share: number } | undefined> {
  const found = register(registrable, searchable(greysOf(await shrinkTo(page, size))))
  if (!found) return undefined
  const [across, down] = [page.width / size.width, page.height / size.height]
  // Whole numbers are the middles of pixels.
  const grown: Homography = [across, 0, (across - 1) / 2, 0, down, (down - 1) / 2, 0, 0, 1]
  return { map: joinHomographies(grown, found.map), share: found.share }
}

/** The page laid over the print, pixel by pixel. */
export const layOver = (map: Homography, size: Size, page: Picture): Picture =>
  warpQuad(
    page,
    mapQuad(quadOfPicture(size), (corner) => applyHomography(map, corner)),
    size,
    'repeat',
  )
