import { inputOf, thresholdOf } from '../nets/net-list.ts'
import { type Net, showPicture } from '../nets/runtime.ts'
import { softmax, type Tensor } from '../nets/tensor.ts'
import { type Box, boundsOf, crop } from '../picture/box.ts'
import { type Affine, applyAffine, invertAffine } from '../picture/matrix.ts'
import { distance, meanOf, type Picture, type Point } from '../picture/picture.ts'
import { resize } from '../picture/resize.ts'
import { warpAffine } from '../picture/warp.ts'

/** 68 points in the order of the iBUG 300-W scheme: jaw 0–16, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67. */
export type FacePoints = Point[]

/**
 * Where the points are in the detector's square, by the median over 1,583 faces of LFW: their larger side takes 0.735
 * of it, and their middle is 0.633 down.
 */
const POINTS_SHARE = 0.735
const POINTS_MIDDLE = { x: 0.5, y: 0.633 }

interface FoundPoints {
  points: FacePoints
  /**
   * How far the points move on average when located again, as a share of the face's square. Points on an upright face
   * stay put; on a face that is on its side or upside down they are guesses, and move.
   */
  unrest: number
}

/**
 * Finds the points of the face in a detector's box, then again with the face upright and framed as in the net's
 * training: then a tilted head or a loose box no longer moves the points.
 */
export async function findFacePoints(net: Net, picture: Picture, box: Box): Promise<FoundPoints> {
  const points = await findPointsTwice(net, picture, box)
  const unrest = meanDistance(points, await lookAgain(net, picture, points)) / box.width
  return { points, unrest }
}

/** Only the points, without measuring whether they stay put. */
export async function findPointsTwice(net: Net, picture: Picture, box: Box): Promise<FacePoints> {
  const { width, height } = inputOf(net.entry)
  const found = await locate(net, resize(crop(picture, box), { width, height }))
  const share = box.width / width
  const rough = found.map(({ x, y }) => ({ x: box.x + x * share, y: box.y + y * share }))
  return lookAgain(net, picture, rough)
}

/** Finds the points again in a frame made from those found before. */
async function lookAgain(net: Net, picture: Picture, points: FacePoints): Promise<FacePoints> {
  const { width, height } = inputOf(net.entry)
  const upright = uprightFrameOf(points, width)
  const back = invertAffine(upright)
  const found = await locate(net, warpAffine(picture, upright, { width, height }))
  return found.map((point) => applyAffine(back, { x: point.x - 0.5, y: point.y - 0.5 }))
}

/** The mean of some of the points, `from` to `to` inclusive. */
export const middleOf = (points: FacePoints, from: number, to: number): Point => meanOf(points.slice(from, to + 1))

/** The square that the detector usually puts around a face with these points. */
export function usualSquareOf(points: FacePoints): Box {
  const { x, y, width, height } = boundsOf(points)
  const side = Math.max(width, height) / POINTS_SHARE
  const left = x + width / 2 - side * POINTS_MIDDLE.x
  return { x: left, y: y + height / 2 - side * POINTS_MIDDLE.y, width: side, height: side }
}

const meanDistance = (a: FacePoints, b: FacePoints): number =>
  a.reduce((sum, point, i) => sum + distance(point, b[i] as Point), 0) / a.length

/** The points in pixels of the net's own square. */
async function locate(net: Net, face: Picture): Promise<FacePoints> {
  const input = inputOf(net.entry)
  const { output } = await showPicture(net, face)
  if (output?.data.length !== 136) throw new Error('the landmark net did not give 68 points')
  return Array.from({ length: 68 }, (_, i) => ({
    x: (output.data[2 * i] as number) * input.width,
    y: (output.data[2 * i + 1] as number) * input.height,
  }))
}

/** Makes the line between the eyes horizontal and brings the points to their usual size and place in a square. */
function uprightFrameOf(points: FacePoints, side: number): Affine {
  const left = middleOf(points, 36, 41)
  const right = middleOf(points, 42, 47)
  const angle = -Math.atan2(right.y - left.y, right.x - left.x)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const level = boundsOf(points.map(({ x, y }) => ({ x: cos * x - sin * y, y: sin * x + cos * y })))
  const scale = (side * POINTS_SHARE) / Math.max(level.width, level.height)
  const shiftX = side * POINTS_MIDDLE.x - 0.5 - scale * (level.x + level.width / 2)
  const shiftY = side * POINTS_MIDDLE.y - 0.5 - scale * (level.y + level.height / 2)
  return [scale * cos, -scale * sin, shiftX, scale * sin, scale * cos, shiftY]
}

/** In degrees: yaw to the side, pitch up or down, roll towards a shoulder. Zero looks straight into the camera. */
interface Pose {
  yaw: number
  pitch: number
  roll: number
}

/**
 * Yaw and pitch are the mean of 66 bins of three degrees, from the detector's square only: there, the yaw of a picture
 * and of its mirror image differ by up to 2.8 degrees for 95 % of 320 faces; with a margin of half its size, by up to
 * 130. The roll is that of the line between the eyes: the net's own roll stays under 30 degrees even for heads that
 * rest on a shoulder.
 */
export async function measureFacePose(net: Net, picture: Picture, box: Box, points: FacePoints): Promise<Pose> {
  const input = inputOf(net.entry)
  const view = resize(crop(picture, box), input)
  const { output: yaw, 617: pitch } = await showPicture(net, view)
  if (!yaw || !pitch) throw new Error('the pose net is missing an angle')
  return {
    yaw: toDegrees(yaw) - thresholdOf(net.entry, 'yawZero'),
    pitch: toDegrees(pitch) - thresholdOf(net.entry, 'pitchZero'),
    roll: rollOf(points),
  }
}

const toDegrees = ({ data }: Tensor): number => 3 * softmax(data).reduce((sum, p, bin) => sum + p * bin, 0) - 99

function rollOf(points: FacePoints): number {
  const left = middleOf(points, 36, 41)
  const right = middleOf(points, 42, 47)
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
}
