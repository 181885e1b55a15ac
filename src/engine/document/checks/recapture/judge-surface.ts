import { inputOf } from '../../../nets/net-list.ts'
import type { Nets } from '../../../nets/runtime.ts'
import { PREDICTION, showPicture } from '../../../nets/show-picture.ts'
import type { Box } from '../../../picture/box.ts'
import type { Picture } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { chooseCuts, meanOfHighest, takeCut } from './choose-cuts.ts'

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

/** Judges until `isClear` says so of what it has judged, at least two cuts. */
type Surface = (isClear: (soFar: SurfaceReading) => boolean) => Promise<SurfaceReading>

/** Cuts of the document, none of them judged twice; `small` is the shrunk photo by which they are chosen. */
export async function openSurface(nets: Nets, photo: Picture, small: Picture, quad: Quad): Promise<Surface> {
  const net = await nets.get('surface')
  const view = inputOf(net.entry)
  const boxes = pickByLight(chooseCuts(photo, small, quad, view))
  const known: SurfaceReading[] = []
  const judge = async (box: Box): Promise<SurfaceReading> => {
    const { [PREDICTION]: prediction } = await showPicture(net, await takeCut(photo, box, view))
    if (!prediction) throw new Error('the surface net lacks an output')
    return { display: prediction.data[0] as number, print: prediction.data[1] as number }
  }
  return async (isClear) => {
    for (const [at, box] of boxes.entries()) {
      known[at] ??= await judge(box)
      const soFar = sumUp(known.slice(0, at + 1))
      if (at + 1 >= DECIDING && isClear(soFar)) return soFar
    }
    return sumUp(known)
  }
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
