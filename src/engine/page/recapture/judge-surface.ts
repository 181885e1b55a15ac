import { inputOf } from '../../nets/net-list.ts'
import type { Nets } from '../../nets/runtime.ts'
import type { Box } from '../../picture/box.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { chooseCuts, meanOfHighest, showCut } from './choose-cuts.ts'

/** What a surface looks like at the camera's own resolution, as log odds. */
export interface SurfaceReading {
  /** The pixels of a display. */
  display: number
  /** The dots of a copier or printer. */
  print: number
}

/** Only some of the places are judged. */
const JUDGED = 4
/** The cuts with the highest odds decide: pixels and dots show only where there is light and tone. */
const DECIDING = 2

/**
 * Judges cuts of the document; `small` is the shrunk photo by which they are chosen.
 * At least two are judged, and no more once `isClear` says so.
 */
export async function judgeSurface(
  nets: Nets,
  photo: Picture,
  small: Picture,
  quad: Quad,
  isClear: (soFar: SurfaceReading) => boolean,
): Promise<SurfaceReading> {
  const net = await nets.get('surface')
  const judged: SurfaceReading[] = []
  for (const box of pickByLight(chooseCuts(photo, small, quad, inputOf(net.entry)))) {
    const { told } = await showCut(net, photo, box)
    if (!told) throw new Error('the surface net tells nothing')
    judged.push({ display: told.data[0] as number, print: told.data[1] as number })
    if (judged.length >= DECIDING && isClear(sumUp(judged))) break
  }
  return sumUp(judged)
}

const sumUp = (judged: readonly SurfaceReading[]): SurfaceReading => ({
  display: meanOfHighest(
    judged.map(({ display }) => display),
    DECIDING,
  ),
  print: meanOfHighest(
    judged.map(({ print }) => print),
    DECIDING,
  ),
})

/** From the brightest to the darkest: a display shows its pixels where it shines, print its dots in the tones between. */
function pickByLight(boxes: Box[]): Box[] {
  return Array.from({ length: JUDGED }, (_, i) => boxes[Math.round((i * (boxes.length - 1)) / (JUDGED - 1))] as Box)
}
