import { isBright, isDark } from '../../../vision/picture/quality/judge-quality.ts'
import { type Area, type Grey, meanOf, motionBetween } from '../../../vision/picture/quality/measures.ts'
import type { FaceNet } from '../face/face-net.ts'
import { eachPoint, type Face, findFaces, type Pixels, type Point } from '../face/find-faces.ts'
import type { Judgement } from './judge-frame.ts'

/** Mean difference of grey values between two frames from which on the person counts as moving. */
const MOTION = 6

/** The limits behind each line of guidance; `npm run bench -- guidance --data DIR` measures them. */
const FACE_LIMITS = {
  /**
   * Another face counts as a second person from this fraction of the first one's width: the same rule as in the
   * service.
   */
  second: 0.6,
  /** The net must also be this confident: it sometimes mistakes a pattern for a face. */
  secondScore: 0.6,
  /** Width of the face (brows to chin) as a fraction of the oval's width. */
  smallest: 0.48,
  largest: 1,
  /** How far the middle of the face may be from that of the oval, as fractions of the oval's width and height. */
  aside: 0.24,
  above: 0.22,
  below: 0.26,
  /** The distance of the nose from the middle between the ears, as a fraction of their distance: about 25 degrees. */
  turned: 0.35,
  /** The position of the nose between the eyes (0) and the mouth (1): a head tilted back has it near the eyes. */
  raised: 0.28,
  /** The tilt of the line between the eyes, in degrees. */
  tilted: 22,
}

interface FaceFrame {
  overview: Grey
  /** The box around the guide oval in the overview. */
  window: Area
  /** Largest first, in the overview's pixels. */
  faces: Face[]
}

/** Judges a frame of a selfie: light, one face, its distance, position and pose, stillness. */
export function judgeFace({ overview, window, faces }: FaceFrame, before: Grey | undefined): Judgement {
  const [face, second] = faces
  const light = lightOf(overview, window)
  if (light) return { verdict: light }
  if (!face) return { verdict: 'searching' }
  if (second && isPerson(second, face)) return { verdict: 'several' }

  const size = face.width / window.width
  if (size < FACE_LIMITS.smallest) return { verdict: 'closer' }
  if (size > FACE_LIMITS.largest) return { verdict: 'back' }
  if (isAside(face, window)) return { verdict: 'aside' }
  if (looksAway(face)) return { verdict: 'turned' }
  if (before && motionBetween(overview, before) > MOTION) return { verdict: 'steady' }
  return { verdict: 'ready' }
}

/** The judgement without the net: the person positions themselves and presses the shutter. */
export function judgeLight({ overview, window }: Omit<FaceFrame, 'faces'>): Judgement {
  return { verdict: lightOf(overview, window) ?? 'unguided' }
}

/** Too dark means the picture, not a face or a coat: both the whole of it and the oval are dark. */
function lightOf(overview: Grey, window: Area): 'dark' | 'bright' | undefined {
  const light = meanOf(overview, window)
  if (isBright(light)) return 'bright'
  const whole = { x: 0, y: 0, width: overview.width, height: overview.height }
  return isDark(light) && isDark(meanOf(overview, whole)) ? 'dark' : undefined
}

const isPerson = (second: Face, first: Face): boolean =>
  second.score > FACE_LIMITS.secondScore && second.width > FACE_LIMITS.second * first.width

function isAside(face: Face, window: Area): boolean {
  const across = (face.x + face.width / 2 - window.x - window.width / 2) / window.width
  const down = (face.y + face.height / 2 - window.y - window.height / 2) / window.height
  return Math.abs(across) > FACE_LIMITS.aside || down < -FACE_LIMITS.above || down > FACE_LIMITS.below
}

function looksAway({ leftEye, rightEye, nose, mouth, leftEar, rightEar }: Face): boolean {
  const angle = Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x)
  if (Math.abs(angle) > (FACE_LIMITS.tilted * Math.PI) / 180) return true
  const eyes = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 }
  /** Relative to the middle between the eyes, rotated so that the line between them is level. */
  const upright = ({ x, y }: Point): Point => ({
    x: (x - eyes.x) * Math.cos(angle) + (y - eyes.y) * Math.sin(angle),
    y: (y - eyes.y) * Math.cos(angle) - (x - eyes.x) * Math.sin(angle),
  })
  const [left, right] = [upright(leftEar).x, upright(rightEar).x]
  const turn = (upright(nose).x - (left + right) / 2) / Math.max(1, right - left)
  const rise = upright(nose).y / Math.max(1, upright(mouth).y)
  return Math.abs(turn) > FACE_LIMITS.turned || rise < FACE_LIMITS.raised
}

/** The faces of a frame in its pixels, the largest first. */
export type LookForFaces = (frame: Pixels, oval: Area) => Face[]

/** From this fraction of the oval's width a face is large enough to be found in the whole frame. */
const LARGE = 0.6

/**
 * Searches the whole frame, and after a frame without a face only the oval: a person far away is too small for the net
 * in the whole frame. One search per frame, so that all frames take equally long.
 */
export function lookForFaces(net: FaceNet): LookForFaces {
  let within = false
  return (frame, oval) => {
    const faces = within ? findWithin(net, frame, oval) : findFaces(net, frame)
    const [face] = faces
    within = within ? face !== undefined && face.width < LARGE * oval.width : face === undefined
    return faces
  }
}

function findWithin(net: FaceNet, frame: Pixels, oval: Area): Face[] {
  const [left, top] = [Math.floor(oval.x), Math.floor(oval.y)]
  const [width, height] = [Math.floor(oval.width), Math.floor(oval.height)]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const from = ((y + top) * frame.width + left) * 4
    data.set(frame.data.subarray(from, from + width * 4), y * width * 4)
  }
  return findFaces(net, { width, height, data }).map((face) => moved(face, left, top))
}

function moved(face: Face, right: number, down: number): Face {
  const point = ({ x, y }: Point): Point => ({ x: x + right, y: y + down })
  return { ...face, ...point(face), ...eachPoint((name) => point(face[name])) }
}
