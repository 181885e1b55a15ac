import { thresholdOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { type Picture, rotate90 } from '../picture/picture.ts'
import { shrinkWithin } from '../picture/shrink.ts'
import { detectFaces, pickFace } from './detect-faces.ts'
import { findFacePoints } from './find-points.ts'
import { judgeOcclusion } from './judge-occlusion.ts'

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
