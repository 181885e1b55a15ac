import type { ChallengeResult } from '../../../actions/ports/engine.ts'
import { findAttitudes, isTurned } from '../../../domain/face/challenge/find-moves.ts'
import { DEFAULT_FACE_RULES } from '../../../domain/face/face-rules.ts'
import { CHALLENGE_IMAGES } from '../../../domain/vocabulary.ts'
import { decode, toJpeg } from '../../picture/decode.ts'
import type { Picture } from '../../picture/picture.ts'
import { shrinkWithin } from '../../picture/shrink.ts'
import type { ReadContext } from '../../read-engine.ts'
import { alignFace } from '../align-face.ts'
import { type FaceBox, findFaces } from '../detect-faces.ts'
import { embedFrame } from '../embed-face.ts'
import { type FacePoints, findPointsTwice } from '../find-points.ts'
import { judgeLiveness } from '../judge-liveness.ts'
import { judgeFacePicture } from '../judge-look.ts'
import { measureFacePose } from '../measure-pose.ts'
import { pickFace } from '../pick-face.ts'
import { chooseKeyFrames, chooseStraightFrames } from './choose-frames.ts'
import { lookAtFrame } from './look-at-frame.ts'
import { trackNose } from './track-nose.ts'

/** The nets see no more of a face than this leaves of it. */
const WORKING_SIDE = 480

/** A frame is small: what claims to be larger is not decoded. */
const MAX_MEGAPIXELS = 1

interface Frame {
  picture: Picture
  others: number
  face?: FaceBox
  points?: FacePoints
  aligned?: Picture
}

/** The frames of a challenge → what was seen in each. Only those that say most are compared and kept. */
export async function readChallenge(context: ReadContext, pictures: readonly Uint8Array[]): Promise<ChallengeResult> {
  const frames: Frame[] = []
  const seen: ChallengeResult['seen']['frames'] = []
  for (const bytes of pictures) {
    const frame = await findFace(context, bytes)
    frames.push(frame)
    seen.push(await describe(context, frame))
  }

  const { nets, time } = context
  const keys = chooseKeyFrames(seen)
  for (const at of keys) {
    const { aligned } = frames[at] as Frame
    const face = seen[at]?.face
    if (!aligned || !face) continue
    face.template = await time('embed-face', () => embedFrame(nets, aligned))
  }
  for (const at of chooseStraightFrames(seen)) {
    const { picture, face: box } = frames[at] as Frame
    const face = seen[at]?.face
    if (!box || !face) continue
    const { score } = await time('judge-liveness', () => judgeLiveness(nets, picture, box))
    face.liveness = score
  }

  await time('track-nose', async () => trackNoses(frames, seen))

  const images: ChallengeResult['images'] = {}
  for (const [i, at] of keys.entries()) {
    const name = CHALLENGE_IMAGES[i]
    if (name) images[name] = await time('encode', () => toJpeg((frames[at] as Frame).picture, 85))
  }
  return { seen: { frames: seen }, images, models: context.used() }
}

async function findFace({ nets, time }: ReadContext, bytes: Uint8Array): Promise<Frame> {
  const decoded = await time('decode', () => decode(bytes, MAX_MEGAPIXELS))
  const { picture } = await shrinkWithin(decoded, WORKING_SIDE)
  const faces = await time('detect-faces', () => findFaces(nets, picture))
  const face = pickFace(faces, picture)
  if (!face) return { picture, others: 0 }
  const others = faces.filter(
    (other) => other !== face && other.width >= DEFAULT_FACE_RULES.secondFaceShare * face.width,
  ).length
  const points = await time('find-face-points', async () =>
    findPointsTwice(await nets.get('face-landmark'), picture, face),
  )
  return { picture, others, face, points, aligned: alignFace(picture, points) }
}

async function describe({ nets, time }: ReadContext, frame: Frame): Promise<ChallengeResult['seen']['frames'][number]> {
  const { picture, others, face: box, points, aligned } = frame
  const look = { width: picture.width, height: picture.height, others, ...(await lookAtFrame(picture)) }
  if (!box || !points || !aligned) return look
  const pose = await time('measure-face-pose', async () =>
    measureFacePose(await nets.get('face-pose'), picture, box, points),
  )
  const { x, y, width, height } = box
  return { ...look, face: { box: { x, y, width, height }, points, pose, light: judgeFacePicture(aligned).light } }
}

/** Each frame that shows a turn against the nearest one in time that looks into the camera. */
function trackNoses(frames: readonly Frame[], seen: ChallengeResult['seen']['frames']): void {
  const attitudes = findAttitudes(seen)
  const middle = attitudes.flatMap(({ place }, at) => (place === 'MIDDLE' ? [at] : []))
  for (const [at, attitude] of attitudes.entries()) {
    if (!isTurned(attitude)) continue
    const [nearest] = middle.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
    const [straight, turned] = [frames[nearest ?? -1], frames[at]]
    const face = seen[at]?.face
    if (!face || !straight?.points || !turned?.points) continue
    face.nose = trackNose(
      { picture: straight.picture, points: straight.points },
      { picture: turned.picture, points: turned.points },
      attitude.turn,
    )
  }
}
