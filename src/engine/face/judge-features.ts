import type { Covering, FaceMeasurements } from '../../domain/face/face-rules.ts'
import { inputOf, thresholdOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { type Box, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import { type Picture, rotate90 } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'
import { shrinkWithin } from '../picture/shrink.ts'
import { detectFaces, pickFace } from './detect-faces.ts'
import { findFacePoints } from './find-points.ts'

export interface FeatureNets {
  detector: Net
  landmarks: Net
  occlusion: Net
}

/** How sure the points of a face are: see FoundPoints, and the chance that something covers it. */
interface Hold {
  unrest: number
  covered: number
}

/** The detector looks at 320 pixels: a larger picture only takes longer to turn. */
const SIDE = 640

/** 4.5 % of 685 accepted faces move by more than half of the limit, as do all of 71 that are upside down. */
const RESTLESS = 0.5

/** 1 % of 685 accepted faces exceed it. */
const DOUBTFUL = 0.1

/** Of 70 masked faces one comes to rest below this share of the limit when turned, and three below the limit itself. */
const CALM = 0.6

/**
 * Are eyes, nose and mouth where they were found? Points on an upright, uncovered face stay put when looked at
 * again. Where they do not, or the face seems covered, the picture is turned: if a clear face appears then, it was
 * lying on its side or upside down.
 */
export async function judgeFaceFeatures(
  nets: FeatureNets,
  picture: Picture,
  hold: Hold,
): Promise<'found' | 'turned' | 'lost'> {
  const most = thresholdOf(nets.landmarks.entry, 'unrest')
  const doubtful = hold.unrest > RESTLESS * most || hold.covered > DOUBTFUL
  if (doubtful && (await isClearWhenTurned(nets, picture, hold.unrest))) return 'turned'
  return hold.unrest <= most ? 'found' : 'lost'
}

/** Whether a quarter or half turn reveals an uncovered face whose points stay put, and better than before. */
export async function isClearWhenTurned(
  { detector, landmarks, occlusion }: FeatureNets,
  picture: Picture,
  unrest = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const most = Math.min(unrest, CALM * thresholdOf(landmarks.entry, 'unrest'))
  const { picture: small } = await shrinkWithin(picture, SIDE)
  for (const turns of [2, 1, 3] as const) {
    const turned = rotate90(small, turns)
    const face = pickFace(await detectFaces(detector, turned), turned)
    if (!face || (await findFacePoints(landmarks, turned, face)).unrest > most) continue
    if ((await judgeOcclusion(occlusion, turned, face)) < DOUBTFUL) return true
  }
  return false
}

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
