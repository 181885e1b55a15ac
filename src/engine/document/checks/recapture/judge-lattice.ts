import type { Picture } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { chooseCuts, meanOfHighest, takeCut } from './choose-cuts.ts'
import { CUT, findLattice, type Peaks } from './find-lattice.ts'

/** How many of the brightest places are judged: a display shows its pixels where it is bright. */
export const ALL_CUTS = 12
/** Enough to tell that a page is nowhere near a display; the limit for that, and how it was chosen: judge-recapture.ts. */
export const FEW_CUTS = 4
/** Only the higher half counts: a display is dark or blurred in places, and ordinary things show lines in one or two. */
const DECIDING = 0.5
/** A tone that is missing from the picture has no peaks at all, which is no sign of an original. */
const NO_COLOUR = 0.1
/** What the middle one of 173 ordinary photographs kept out has in either tone of colour. */
const COLOURLESS = 2.5
/** The sum of the tones: 20 of 175 ordinary photographs kept out are above it, 53 of 60 such photographs on simulated displays: both errors alike. */
const LIMIT = 9.5

/**
 * How strongly the picture shows the waves that a display's pixels, or their beat with the camera's, would leave:
 * the sum of light, red against green and blue against green, each a logarithm of power, from the limit on.
 * It serves as log odds: fitted to photographs and simulated displays it takes a factor of 0.97.
 */
type Lattice = (cuts: number) => Promise<number>

/** Judges as many cuts as are asked for, none of them twice. */
export function openLattice(photo: Picture, small: Picture, quad: Quad | undefined): Lattice {
  const boxes = chooseCuts(photo, small, quad, CUT)
  const peaks: Peaks[] = []
  return async (cuts) => {
    for (const box of boxes.slice(peaks.length, cuts)) peaks.push(findLattice(await takeCut(photo, box, CUT)))
    return ([0, 1, 2] as const)
      .map((tone) =>
        meanOfHighest(
          peaks.map((cut) => cut[tone]),
          DECIDING * cuts,
        ),
      )
      .map((peak) => (peak > NO_COLOUR ? peak : COLOURLESS))
      .reduce((sum, peak) => sum + peak, -LIMIT)
  }
}
