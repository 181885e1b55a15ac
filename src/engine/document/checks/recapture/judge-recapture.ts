import type { RecaptureReading } from '../../../../domain/document/document.ts'
import { inputOf, thresholdOf } from '../../../nets/net-list.ts'
import type { Net, Nets } from '../../../nets/runtime.ts'
import { PREDICTION, showPicture } from '../../../nets/show-picture.ts'
import { growQuad } from '../../../picture/matrix.ts'
import type { Picture } from '../../../picture/picture.ts'
import { longSideOf, mapQuad, type Quad } from '../../../picture/quad.ts'
import { intoShrunk, shrinkTo, shrinkWithin } from '../../../picture/shrink.ts'
import { warpQuad } from '../../../picture/warp.ts'
import type { PictureCheck } from '../check.ts'
import { judgeColour } from './judge-colour.ts'
import { ALL_CUTS, FEW_CUTS, openLattice } from './judge-lattice.ts'
import { openSurface, type SurfaceReading } from './judge-surface.ts'

/** The net's view of a document: a margin of an eighteenth of its size on every side. */
const MARGIN = 1 / 18
/** Enough for views of 256, unless the document is a small part of the picture. */
const VIEW_SIDE = 720

/** Log odds: this far from the nearer limit, further cuts changed the judgement of none of 326 pictures. */
const CLEAR = 3

/**
 * This far below the limit for screens, a picture that came up by as much as any would still be clear: of 48 drawn and
 * photographed specimens, half of them on displays, the other cuts raised none by more than 2.5, and no original by more than 0.5.
 * Shown on 47 phone frames of documents: 2.2 at most, and none that stopped there would have come nearer than 5.5.
 */
const FAR = CLEAR + 2.5

/**
 * A document with a shorter long side, in pixels, hardly shows the pattern of a display: of 19 photographs of screens, shrunk to
 * 1,280, 800 and 640 pixels, 12, 7 and one are flagged.
 */
const LEAST_SIDE = 700

/**
 * Original, screen or copy?
 * The nets know documents. A picture without one is not a copy, and the lattice alone says whether it shows a screen.
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

/** The look of the whole picture and of the document. */
async function judgeLook(net: Net, picture: Picture, quad: Quad): Promise<Odds> {
  const input = inputOf(net.entry)
  const [, screen] = await tellKinds(net, await shrinkTo(picture, input))
  const [, shown, copy] = await tellKinds(net, warpQuad(picture, growQuad(quad, MARGIN), input, 'repeat'))
  return { screen: (oddsOf(screen) + oddsOf(shown)) / 2, copy: oddsOf(copy) }
}

async function tellKinds(net: Net, view: Picture): Promise<[original: number, screen: number, copy: number]> {
  const { data } = (await showPicture(net, view))[PREDICTION] ?? {}
  if (!data) throw new Error('the recapture net tells nothing')
  return [data[0] as number, data[1] as number, data[2] as number]
}

/** Keeps probabilities of exactly 0 and 1 from outweighing everything else. */
const FLOOR = 1e-3
const oddsOf = (chance: number): number => Math.log((chance + FLOOR) / (1 - chance + FLOOR))
const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Is it the document itself, or a screen or a copy of it? */
export const recapture: PictureCheck = {
  name: 'recapture',
  nets: ['recapture', 'surface'],
  judgePicture: async ({ nets }, { photo, quad }) => ({ recapture: await judgeRecapture(nets, photo, quad) }),
}
