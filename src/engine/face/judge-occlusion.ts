import type { Covering, FaceMeasurements } from '../../domain/face/face-rules.ts'
import { inputOf, thresholdOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { type Box, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import type { Picture } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'

/** What the net was trained to see, as a multiple of the detector's square. */
const VIEW = 1.3

/** 0..1: does something cover the mouth and nose, or an eye? A mask, a hand, sunglasses, hair. */
export async function judgeOcclusion(net: Net, picture: Picture, face: Box): Promise<number> {
  const input = inputOf(net.entry)
  const view = resize(crop(picture, scaleBox(face, VIEW), 127), input)
  const { covered } = await showPicture(net, view)
  if (!covered) throw new Error('the occlusion net gives no answer')
  return Math.max(...covered.data)
}

/** A lower chance suffices where the points of the face could not settle either. */
export function coveringOf({ entry }: Net, chance: number, features: FaceMeasurements['features']): Covering {
  if (chance > thresholdOf(entry, 'sure')) return 'surely'
  return chance > thresholdOf(entry, features === 'lost' ? 'coveredUnsettled' : 'covered') ? 'likely' : 'no'
}
