import { inputOf } from '../../nets/net-list.ts'
import type { Nets } from '../../nets/runtime.ts'
import { showPicture } from '../../nets/show-picture.ts'
import type { Box } from '../../picture/box.ts'
import { crop } from '../../picture/crop.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { shrinkTo } from '../../picture/shrink.ts'
import { brightPlaces } from './cut-places.ts'

/** What a surface looks like at the camera's own resolution, as log odds. */
export interface SurfaceReading {
  /** The pixels of a display. */
  display: number
  /** The dots of a copier or printer. */
  print: number
}

/** Few of the places are judged. */
const JUDGED = 4
/** Of the judged cuts those decide that look most like it: pixels and dots show only where there is light and tone. */
const DECIDING = 2

/**
 * On the document. `small` is the photo shrunk, to choose the places by.
 * Two cuts are judged at least; no more when `isClear` of what they say.
 */
export async function judgeSurface(
  nets: Nets,
  photo: Picture,
  small: Picture,
  quad: Quad,
  isClear: (soFar: SurfaceReading) => boolean,
): Promise<SurfaceReading> {
  const net = await nets.get('surface')
  const input = inputOf(net.entry)
  const chosen = inSteps(brightPlaces(photo, small, quad, input))
  const told: SurfaceReading[] = []
  for (const box of chosen) {
    const cut = await shrinkTo(crop(photo, box), input)
    const { data } = (await showPicture(net, cut)).told ?? {}
    if (!data) throw new Error('the surface net tells nothing')
    told.push({ display: data[0] as number, print: data[1] as number })
    if (told.length >= DECIDING && isClear(summed(told))) break
  }
  return summed(told)
}

function summed(told: SurfaceReading[]): SurfaceReading {
  return { display: deciding(told.map(({ display }) => display)), print: deciding(told.map(({ print }) => print)) }
}

function deciding(odds: number[]): number {
  const most = odds.toSorted((a, b) => b - a).slice(0, DECIDING)
  return most.reduce((sum, each) => sum + each, 0) / most.length
}

/** From the brightest to the darkest: a display shows its pixels where it shines, print its dots in the tones between. */
function inSteps(boxes: Box[]): Box[] {
  return Array.from({ length: JUDGED }, (_, i) => boxes[Math.round((i * (boxes.length - 1)) / (JUDGED - 1))] as Box)
}
