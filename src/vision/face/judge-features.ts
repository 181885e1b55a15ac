import type { Eyes } from '../../formats/place.ts'
import { inputOf, thresholdOf } from '../nets/net-list.ts'
import { type Net, showPicture } from '../nets/runtime.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, boundsOf, crop, pointIn, scaleBox } from '../picture/box.ts'
import { distance, type Picture, rotate90 } from '../picture/picture.ts'
import { resize, shrinkWithin } from '../picture/resize.ts'
import { detectFaces, pickFace } from './detect-faces.ts'
import { fivePointsOf } from './embed-face.ts'
import type { Covering, FaceMeasurements } from './face-rules.ts'
import { type FacePoints, findFacePoints } from './find-points.ts'

export interface FeatureNets {
  detector: Net
  landmarks: Net
  occlusion: Net
}

/** How reliable the points of a face are (see FoundPoints), and the probability that something covers it. */
interface PointsReliability {
  unrest: number
  covered: number
}

/** The detector's input is 320 pixels: a larger picture would only take longer to turn. */
const SIDE = 640

/**
 * The points of 4.5 % of 685 accepted faces move by more than half of the limit, as do those of all 71 upside-down
 * faces.
 */
const RESTLESS = 0.5

/** 1 % of 685 accepted faces exceed it. */
const DOUBTFUL = 0.1

/** When turned, one of 70 masked faces falls below this share of the limit, and three fall below the limit itself. */
const CALM = 0.6

/**
 * Are eyes, nose and mouth where they were found? The points on an upright, uncovered face stay put when located again.
 * If they do not, or the face seems covered, the picture is turned: if a clear face appears then, it was on its side or
 * upside down.
 */
export async function judgeFaceFeatures(
  nets: FeatureNets,
  picture: Picture,
  reliability: PointsReliability,
): Promise<'found' | 'turned' | 'lost'> {
  const most = thresholdOf(nets.landmarks.entry, 'unrest')
  const doubtful = reliability.unrest > RESTLESS * most || reliability.covered > DOUBTFUL
  if (doubtful && (await isClearWhenTurned(nets, picture, reliability.unrest))) return 'turned'
  return reliability.unrest <= most ? 'found' : 'lost'
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

/** The area that the net was trained on, as a multiple of the detector's square. */
const VIEW = 1.3

/** 0..1: the probability that something covers the mouth and nose, or an eye: a mask, a hand, sunglasses, hair. */
export async function judgeOcclusion(net: Net, picture: Picture, face: Box): Promise<number> {
  const input = inputOf(net.entry)
  const view = resize(crop(picture, scaleBox(face, VIEW), 127), input)
  const { covered } = await showPicture(net, view)
  if (!covered) throw new Error('the occlusion net gave no output')
  return Math.max(...covered.data)
}

/** A lower probability is enough if the points of the face did not stay put either. */
export function coveringOf({ entry }: Net, chance: number, features: FaceMeasurements['features']): Covering {
  if (chance > thresholdOf(entry, 'sure')) return 'surely'
  return chance > thresholdOf(entry, features === 'lost' ? 'coveredUnsettled' : 'covered') ? 'likely' : 'no'
}

/** The net's input is a square 1.6 times as wide as the eye. */
const PADDING = 1.6

/**
 * Whether an eye is closed, judged by the net and by the points of the eyelids, because the net on its own takes a
 * tenth of small open eyes for closed ones.
 */
export async function areEyesClosed(net: Net, picture: Picture, points: FacePoints): Promise<boolean> {
  for (const lid of [points.slice(36, 42), points.slice(42, 48)]) {
    const narrow = opennessOf(lid) < thresholdOf(net.entry, 'eyesOpen')
    if (narrow && (await judgeEye(net, picture, lid)) > thresholdOf(net.entry, 'closed')) return true
  }
  return false
}

/** Height over width of an eye: six points, the corners first and fourth. */
function opennessOf([outer, upperOuter, upperInner, inner, lowerInner, lowerOuter]: FacePoints): number {
  if (!outer || !upperOuter || !upperInner || !inner || !lowerInner || !lowerOuter) return 1
  const height = distance(upperOuter, lowerOuter) + distance(upperInner, lowerInner)
  return height / (2 * distance(outer, inner))
}

async function judgeEye(net: Net, picture: Picture, lid: FacePoints): Promise<number> {
  const input = inputOf(net.entry)
  const eye = boundsOf(lid)
  const side = eye.width * PADDING
  const square = {
    x: eye.x + eye.width / 2 - side / 2,
    y: eye.y + eye.height / 2 - side / 2,
    width: side,
    height: side,
  }
  const { output } = await showPicture(net, resize(crop(picture, square), input))
  if (output?.data.length !== 2) throw new Error('the eye net did not give two classes')
  return softmax(output.data)[0] as number
}

/** The eyes of a face in shares of a box around it. */
export function eyesIn(points: FacePoints, box: Box): Eyes {
  const [left = ORIGIN, right = ORIGIN] = fivePointsOf(points)
  return { left: pointIn(left, box), right: pointIn(right, box) }
}

const ORIGIN = { x: 0, y: 0 }
