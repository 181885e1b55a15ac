import { inputOf, thresholdOf } from '../../nets/net-list.ts'
import type { Nets } from '../../nets/runtime.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { chooseCuts, meanOfHighest, showCut } from './choose-cuts.ts'

/** How many of the brightest places are judged: a display shows its pixels where it is bright. */
const JUDGED = 12
/** Only the higher half counts: a display is dark or blurred in places, and ordinary things show lines in one or two. */
const DECIDING = 6
/** A tone that is missing from the picture has no peaks at all, which is no sign of an original. */
const NO_COLOUR = 0.1

/**
 * How strongly the picture shows the waves that a display's pixels, or their beat with the camera's, would leave:
 * the sum of light, red against green and blue against green, each a logarithm of power, from the limit on.
 * It serves as log odds: fitted to photographs and simulated displays it takes a factor of 0.97.
 */
export async function judgeLattice(
  nets: Nets,
  photo: Picture,
  small: Picture,
  quad: Quad | undefined,
): Promise<number> {
  const net = await nets.get('lattice')
  const peaks: number[][] = []
  for (const box of chooseCuts(photo, small, quad, inputOf(net.entry)).slice(0, JUDGED)) {
    const { peaks: found } = await showCut(net, photo, box)
    if (!found) throw new Error('the lattice finder gives no peaks')
    peaks.push(Array.from(found.data))
  }
  const colourless = thresholdOf(net.entry, 'colourless')
  return [0, 1, 2]
    .map((tone) =>
      meanOfHighest(
        peaks.map((cut) => cut[tone] as number),
        DECIDING,
      ),
    )
    .map((peak) => (peak > NO_COLOUR ? peak : colourless))
    .reduce((sum, peak) => sum + peak, -thresholdOf(net.entry, 'peaks'))
}
