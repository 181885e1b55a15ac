import { findFaces } from '../../face/detect-faces.ts'
import { judgeFacePicture } from '../../face/judge-look.ts'
import { type Portrait, takePortrait } from '../../face/take-portrait.ts'
import type { Picture } from '../../picture/picture.ts'
import type { ReadContext } from '../../read-engine.ts'
import { pickGhost, pickPortrait, showsSeveral } from './pick-portrait.ts'

interface PrintedPortraits {
  /** Ready for comparison; undefined when there is none. */
  portrait: Portrait | undefined
  /** The second, smaller and paler one that some documents carry. */
  ghost: Portrait | undefined
  /** There are those of several people. */
  areSeveral: boolean
}

/** The portraits on the upright document. */
export async function findPrintedPortraits(context: ReadContext, document: Picture): Promise<PrintedPortraits> {
  const faces = await context.time('detect-faces', () => findFaces(context.nets, document))
  const face = pickPortrait(faces, document)
  const areSeveral = showsSeveral(faces, document)
  if (!face) return { portrait: undefined, ghost: undefined, areSeveral }
  const second = pickGhost(faces, face, document)
  return {
    portrait: await takePortrait(context, document, face),
    ghost: second && whenClear(await takePortrait(context, document, second)),
    areSeveral,
  }
}

/** Ornaments that look like a face are blurred at this size (0.07 and 0.14), second portraits are not (0.35 to 1.3). */
const MIN_SHARPNESS = 0.3

const whenClear = (ghost: Portrait): Portrait | undefined =>
  judgeFacePicture(ghost.aligned).sharpness >= MIN_SHARPNESS ? ghost : undefined
