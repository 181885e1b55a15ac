import { inputOf, thresholdOf } from '../nets/net-list.ts'
import type { Nets } from '../nets/runtime.ts'
import { PREDICTION, showPicture } from '../nets/show-picture.ts'
import { type Box, clipBox, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import type { Picture } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'

/** As the net was trained: the face with hair and chin, ended by the frame. */
const VIEW = 1.3

export interface FaceSurface {
  /** 0..1: how much it counts in addition to the surroundings. */
  counts: number
  /** Log odds of a living face, on the scale of the liveness net. */
  live: number
}

/**
 * Glass, its reflections, bands and lattice over the face itself: what is left to judge by where the face fills the frame.
 * Undefined where there is enough around it.
 */
export async function judgeFaceSurface(nets: Nets, picture: Picture, box: Box): Promise<FaceSurface | undefined> {
  const net = await nets.get('face-surface')
  const [from, to] = [thresholdOf(net.entry, 'from'), thresholdOf(net.entry, 'to')]
  const share = box.width / Math.min(picture.width, picture.height)
  if (share <= from) return undefined
  const view = resize(crop(picture, clipBox(scaleBox(box, VIEW), picture)), inputOf(net.entry))
  const { [PREDICTION]: prediction } = await showPicture(net, view)
  if (prediction?.data.length !== 2) throw new Error('the net of face surfaces does not give two odds')
  const beyond = thresholdOf(net.entry, 'display') - (prediction.data[0] as number)
  return { counts: Math.min(1, (share - from) / (to - from)), live: thresholdOf(net.entry, 'weight') * beyond }
}
