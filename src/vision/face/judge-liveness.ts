import { curveOf, inputOf, thresholdOf } from '../nets/net-list.ts'
import { type Net, type Nets, PREDICTION, showPicture } from '../nets/runtime.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, clipBox, crop, scaleBox } from '../picture/box.ts'
import type { Picture } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'
import { onCurve } from './match-templates.ts'

/** The area around the face that the net was trained on, as a multiple of the face's box. */
const CONTEXT = 2.7

interface Liveness {
  /** 0..100, over 50 means a live person. */
  score: number
  kinds: Kinds
  /** 0..1: the weight of the face's own surface. */
  surface: number
}

type Kinds = { live: number; print: number; replay: number }

/**
 * Live person, print or screen? The surroundings count: bezels, edges of paper, the hand that holds it. The less of
 * them is visible, the more the face's own surface counts.
 */
export async function judgeLiveness(nets: Nets, picture: Picture, box: Box): Promise<Liveness> {
  const net = await nets.get('face-liveness')
  const around = await judgeSurroundings(net, picture, box)
  const surface = await judgeFaceSurface(nets, picture, box)
  const kinds = surface ? join(around, surface) : around
  return { score: onCurve(curveOf(net.entry, 'score'), kinds.live), kinds, surface: surface?.counts ?? 0 }
}

async function judgeSurroundings(net: Net, picture: Picture, box: Box): Promise<Kinds> {
  const view = resize(crop(picture, surroundingsOf(picture, box)), inputOf(net.entry))
  const { output } = await showPicture(net, view)
  if (output?.data.length !== 3) throw new Error('the liveness net did not give three classes')
  const [live, print, replay] = softmax(output.data) as [number, number, number]
  return { live, print, replay }
}

/** Combines the log odds by their weights; print and screen share the rest in the proportion of the surroundings. */
function join({ live, print, replay }: Kinds, surface: FaceSurface): Kinds {
  const least = 1e-6
  const around = Math.log(Math.max(live, least) / Math.max(1 - live, least))
  const joined = 1 / (1 + Math.exp(-((1 - surface.counts) * around + surface.counts * surface.live)))
  const printed = (1 - surface.counts) * (print / Math.max(print + replay, least))
  return { live: joined, print: (1 - joined) * printed, replay: (1 - joined) * (1 - printed) }
}

/**
 * The box, enlarged by the context and clipped to the picture on each side separately, so that a face near an edge or
 * close to the camera still shows everything around it. Keeping the cut square instead, as the net's own program does,
 * lost the sides of tall pictures: AUC 0.968 compared with 0.986.
 */
const surroundingsOf = (picture: Picture, box: Box): Box => clipBox(scaleBox(box, CONTEXT), picture)

/** As in the net's training: the face with hair and chin, cut off by the frame. */
const VIEW = 1.3

interface FaceSurface {
  /** 0..1: its weight compared with the surroundings. */
  counts: number
  /** Log odds of a living face, on the scale of the liveness net. */
  live: number
}

/**
 * Judges glass, its reflections, bands and the pixel lattice on the face itself: the only evidence if the face fills
 * the frame. Undefined if there is enough around it.
 */
async function judgeFaceSurface(nets: Nets, picture: Picture, box: Box): Promise<FaceSurface | undefined> {
  const net = await nets.get('face-surface')
  const [from, to] = [thresholdOf(net.entry, 'from'), thresholdOf(net.entry, 'to')]
  const share = box.width / Math.min(picture.width, picture.height)
  if (share <= from) return undefined
  const view = resize(crop(picture, clipBox(scaleBox(box, VIEW), picture)), inputOf(net.entry))
  const { [PREDICTION]: prediction } = await showPicture(net, view)
  if (prediction?.data.length !== 2) throw new Error('the net for face surfaces did not give two values')
  const beyond = thresholdOf(net.entry, 'display') - (prediction.data[0] as number)
  return { counts: Math.min(1, (share - from) / (to - from)), live: thresholdOf(net.entry, 'weight') * beyond }
}
