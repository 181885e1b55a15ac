import { inputOf, thresholdOf } from '../../../nets/net-list.ts'
import type { Nets } from '../../../nets/runtime.ts'
import type { Picture } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { chooseCuts, meanOfHighest, showCut } from './choose-cuts.ts'

/** How many of the brightest places are judged: a display shows its pixels where it is bright. */
export const ALL_CUTS = 12
/** Enough to tell that a page is nowhere near a display; the limit for that, and how it was chosen: judge-recapture.ts. */
export const FEW_CUTS = 4
/** Only the higher half counts: a display is dark or blurred in places, and ordinary things show lines in one or two. */
const DECIDING = 0.5
/** A tone that is missing from the picture has no peaks at all, which is no sign of an original. */
const NO_COLOUR = 0.1

/**
 * How strongly the picture shows the waves that a display's pixels, or their beat with the camera's, would leave:
 * the sum of light, red against green and blue against green, each a logarithm of power, from the limit on.
 * It serves as log odds: fitted to photographs and simulated displays it takes a factor of 0.97.
 */
type Lattice = (cuts: number) => Promise<number>

/** Judges as many cuts as are asked for, none of them twice. */
export async function openLattice(
  nets: Nets,
  photo: Picture,
  small: Picture,
  quad: Quad | undefined,
): Promise<Lattice> {
  const net = await nets.get('lattice')
  const boxes = chooseCuts(photo, small, quad, inputOf(net.entry))
  const colourless = thresholdOf(net.entry, 'colourless')
  const peaks: number[][] = []
  return async (cuts) => {
    for (const box of boxes.slice(peaks.length, cuts)) {
      const { peaks: found } = await showCut(net, photo, box)
      if (!found) throw new Error('the lattice finder gives no peaks')
      peaks.push(Array.from(found.data))
    }
    return [0, 1, 2]
      .map((tone) =>
        meanOfHighest(
          peaks.map((cut) => cut[tone] as number),
          DECIDING * cuts,
        ),
      )
      .map((peak) => (peak > NO_COLOUR ? peak : colourless))
      .reduce((sum, peak) => sum + peak, -thresholdOf(net.entry, 'peaks'))
  }
}
