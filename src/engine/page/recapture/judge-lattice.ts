import { inputOf, thresholdOf } from '../../nets/net-list.ts'
import type { Nets } from '../../nets/runtime.ts'
import { showPicture } from '../../nets/show-picture.ts'
import { crop } from '../../picture/crop.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { shrinkTo } from '../../picture/shrink.ts'
import { brightPlaces } from './cut-places.ts'

/** So many of the brightest places are looked at: a display shows its pixels where it shines. */
const JUDGED = 12
/** Of these the higher half counts: what is shown is dark or blurred in places, and things have lines of their own in one or two. */
const DECIDING = 6
/** A tone that is nowhere in the picture has no peaks at all; it must not speak for an original. */
const NO_COLOUR = 0.1

/**
 * How far waves stand out of a picture that a display's pixels, or their beat with the camera's, would make:
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
  const input = inputOf(net.entry)
  const told: number[][] = [[], [], []]
  for (const box of brightPlaces(photo, small, quad, input).slice(0, JUDGED)) {
    const cut = await shrinkTo(crop(photo, box), input)
    const { data } = (await showPicture(net, cut)).peaks ?? {}
    if (!data) throw new Error('the lattice finder tells nothing')
    told.forEach((peaks, i) => {
      peaks.push(data[i] as number)
    })
  }
  const colourless = thresholdOf(net.entry, 'colourless')
  return told
    .map(higherHalf)
    .map((peak) => (peak > NO_COLOUR ? peak : colourless))
    .reduce((sum, peak) => sum + peak, -thresholdOf(net.entry, 'peaks'))
}

function higherHalf(peaks: number[]): number {
  const most = peaks.toSorted((a, b) => b - a).slice(0, DECIDING)
  return most.reduce((sum, each) => sum + each, 0) / most.length
}
