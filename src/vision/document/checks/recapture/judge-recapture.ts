import { inputOf, thresholdOf } from '../../../nets/net-list.ts'
import { type Net, type Nets, PREDICTION, showPicture } from '../../../nets/runtime.ts'
import type { Box } from '../../../picture/box.ts'
import { growQuad } from '../../../picture/matrix.ts'
import type { Picture } from '../../../picture/picture.ts'
import { longSideOf, mapQuad, type Quad } from '../../../picture/quad.ts'
import { intoShrunk, shrinkTo, shrinkWithin } from '../../../picture/resize.ts'
import { warpQuad } from '../../../picture/warp.ts'
import type { RecaptureReading } from '../../page-reading.ts'
import type { PictureCheck } from '../check.ts'
import { chooseCuts, meanOfHighest, takeCut } from './choose-cuts.ts'
import { CUT, findLattice, type Peaks } from './find-lattice.ts'
import { judgeColour } from './judge-colour.ts'

/** The net's view of a document: a margin of an eighteenth of its size on every side. */
const MARGIN = 1 / 18
/** Large enough for views of 256 pixels, unless the document is a small part of the picture. */
const VIEW_SIDE = 720

/** Log odds: at this distance from the nearer limit, further cuts changed the result for none of 326 pictures. */
const CLEAR = 3

/**
 * At this distance below the limit for screens, a picture would stay clear even if its score rose as much as any
 * measured one: for 48 drawn and photographed specimens, half of them on displays, the other cuts raised none by more
 * than 2.5 and no original by more than 0.5. For 47 phone frames of documents the rise was 2.2 at most, and none that
 * stopped there would have come nearer than 5.5.
 */
const FAR = CLEAR + 2.5

/**
 * A document with a shorter long side, in pixels, hardly shows the pattern of a display: of 19 photographs of screens,
 * shrunk to 1,280, 800 and 640 pixels, 12, 7 and one are flagged.
 */
const LEAST_SIDE = 700

/**
 * Original, screen or copy? The nets know only documents. A picture without a document is not a copy, and only the
 * lattice decides whether it shows a screen.
 */
export async function judgeRecapture(nets: Nets, photo: Picture, quad: Quad | undefined): Promise<RecaptureReading> {
  const { picture, scale } = await shrinkWithin(photo, VIEW_SIDE)
  const lattice = openLattice(photo, picture, quad)
  if (!quad) return toReading({ screen: await lattice(ALL_CUTS), copy: Number.NEGATIVE_INFINITY })
  const net = await nets.get('recapture')
  const shrunkQuad = mapQuad(quad, (corner) => intoShrunk(corner, scale))
  const look = await judgeLook(net, picture, shrunkQuad)
  const grey = judgeColour(picture, shrunkQuad)
  const surface = await openSurface(nets, photo, picture, quad)
  const limits = { screen: thresholdOf(net.entry, 'screenOdds'), copy: thresholdOf(net.entry, 'copyOdds') }
  const judge = async (waves: number): Promise<Odds> => {
    const weigh = ({ display, print }: SurfaceReading): Odds => ({
      screen: waves + display + look.screen - limits.screen,
      copy: print + look.copy + grey - limits.copy,
    })
    const seen = await surface((soFar) => {
      const { screen, copy } = weigh(soFar)
      return Math.abs(Math.max(screen, copy)) > CLEAR
    })
    return weigh(seen)
  }
  const quick = await judge(await lattice(FEW_CUTS))
  const reading = toReading(quick.screen < -FAR ? quick : await judge(await lattice(ALL_CUTS)))
  return longSideOf(quad) < LEAST_SIDE ? { ...reading, screenUnjudged: true } : reading
}

/** Log odds: above zero means more likely than not. */
interface Odds {
  screen: number
  copy: number
}

function toReading({ screen, copy }: Odds): RecaptureReading {
  const [shown, copied] = [chanceOf(screen), chanceOf(copy)]
  return {
    score: Math.round(100 * (1 - Math.max(copied, shown))),
    kinds: { original: (1 - copied) * (1 - shown), screen: shown, copy: copied },
  }
}

/** Judges the look of the whole picture and of the document. */
async function judgeLook(net: Net, picture: Picture, quad: Quad): Promise<Odds> {
  const input = inputOf(net.entry)
  const [, screen] = await tellKinds(net, await shrinkTo(picture, input))
  const [, shown, copy] = await tellKinds(net, warpQuad(picture, growQuad(quad, MARGIN), input, 'repeat'))
  return { screen: (oddsOf(screen) + oddsOf(shown)) / 2, copy: oddsOf(copy) }
}

async function tellKinds(net: Net, view: Picture): Promise<[original: number, screen: number, copy: number]> {
  const { data } = (await showPicture(net, view))[PREDICTION] ?? {}
  if (!data) throw new Error('the recapture net gave no output')
  return [data[0] as number, data[1] as number, data[2] as number]
}

/** Keeps probabilities of exactly 0 and 1 from dominating everything else. */
const FLOOR = 1e-3
const oddsOf = (chance: number): number => Math.log((chance + FLOOR) / (1 - chance + FLOOR))
const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Is it the document itself, or a screen or a copy? */
export const recapture: PictureCheck = {
  name: 'recapture',
  nets: ['recapture', 'surface'],
  judgePicture: async ({ nets }, { photo, quad }) => ({ recapture: await judgeRecapture(nets, photo, quad) }),
}

/** The number of brightest places that are judged: a display shows its pixels in bright areas. */
export const ALL_CUTS = 12
/** Enough to see that a page is far from looking like a display. How that limit was chosen: see FAR. */
const FEW_CUTS = 4
/**
 * Only the higher half counts: parts of a display can be dark or blurred, and ordinary objects show lines in a cut or
 * two.
 */
const DECIDING = 0.5
/** A tone that is missing from the picture has no peaks at all, which is not evidence of an original. */
const NO_COLOUR = 0.1
/** The median of either colour tone over 173 held-out ordinary photographs. */
const COLOURLESS = 2.5
/**
 * The limit for the sum of the tones: 20 of 175 held-out ordinary photographs exceed it, and 53 of 60 such photographs
 * on simulated displays; both error rates are equal.
 */
const LIMIT = 9.5

/**
 * How strongly the picture shows the waves that a display's pixels, or their moiré with the camera's pixels, would
 * leave: the sum of light, red against green and blue against green, each a logarithm of power, minus the limit. It
 * serves as log odds: fitted to photographs and simulated displays, its factor is 0.97.
 */
type Lattice = (cuts: number) => Promise<number>

/** Judges as many cuts as requested, none of them twice. */
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

/** What a surface looks like at the camera's own resolution, as log odds. */
interface SurfaceReading {
  /** Evidence of the pixels of a display. */
  display: number
  /** Evidence of the dots of a copier or printer. */
  print: number
}

/** Only this many places are judged. */
const JUDGED = 4
/** The cuts with the highest odds decide: pixels and dots show only in areas with light and tone. */
const DECIDING_SURFACES = 2

/** Judges cuts until `isClear` returns true for the result so far, but at least two. */
type Surface = (isClear: (soFar: SurfaceReading) => boolean) => Promise<SurfaceReading>

/** Opens the cuts of the document, none of them judged twice; they are chosen on the shrunk photo, `small`. */
async function openSurface(nets: Nets, photo: Picture, small: Picture, quad: Quad): Promise<Surface> {
  const net = await nets.get('surface')
  const view = inputOf(net.entry)
  const boxes = pickByLight(chooseCuts(photo, small, quad, view))
  const known: SurfaceReading[] = []
  const judge = async (box: Box): Promise<SurfaceReading> => {
    const { [PREDICTION]: prediction } = await showPicture(net, await takeCut(photo, box, view))
    if (!prediction) throw new Error('the surface net is missing an output')
    return { display: prediction.data[0] as number, print: prediction.data[1] as number }
  }
  return async (isClear) => {
    for (const [at, box] of boxes.entries()) {
      known[at] ??= await judge(box)
      const soFar = sumUp(known.slice(0, at + 1))
      if (at + 1 >= DECIDING_SURFACES && isClear(soFar)) return soFar
    }
    return sumUp(known)
  }
}

const sumUp = (judged: readonly SurfaceReading[]): SurfaceReading => ({
  display: meanOfHighest(
    judged.map(({ display }) => display),
    DECIDING_SURFACES,
  ),
  print: meanOfHighest(
    judged.map(({ print }) => print),
    DECIDING_SURFACES,
  ),
})

/** Sorts from brightest to darkest: a display shows its pixels in bright areas, print shows its dots in midtones. */
function pickByLight(boxes: Box[]): Box[] {
  return Array.from({ length: JUDGED }, (_, i) => boxes[Math.round((i * (boxes.length - 1)) / (JUDGED - 1))] as Box)
}
