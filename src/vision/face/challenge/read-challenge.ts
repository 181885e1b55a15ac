import type { ChallengeResult } from '../../engine.ts'
import { CHALLENGE_IMAGES } from '../../image-names.ts'
import { decode, toJpeg } from '../../picture/decode.ts'
import { lumaAt } from '../../picture/greys.ts'
import type { Picture } from '../../picture/picture.ts'
import { resize, shrinkWithin } from '../../picture/resize.ts'
import type { ReadContext } from '../../read-engine.ts'
import { type FaceBox, findFaces, pickFace } from '../detect-faces.ts'
import { alignFace, embedFrame } from '../embed-face.ts'
import { DEFAULT_FACE_RULES } from '../face-rules.ts'
import { type FacePoints, findPointsTwice, measureFacePose } from '../find-points.ts'
import { judgeLiveness } from '../judge-liveness.ts'
import { judgeFacePicture } from '../judge-look.ts'
import { BROAD, type SeenFrame } from './challenge.ts'
import { findAttitudes, isTurned } from './find-moves.ts'
import { trackNose } from './track-nose.ts'

/** Enough resolution of a face for the inputs of the nets. */
const WORKING_SIDE = 480

/** A frame is small: a picture that claims to be larger is not decoded. */
const MAX_MEGAPIXELS = 1

interface Frame {
  picture: Picture
  others: number
  face?: FaceBox
  points?: FacePoints
  aligned?: Picture
}

/** The frames of a challenge → what was seen in each. Only the most informative ones are compared and kept. */
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

async function findFace({ nets, time, decoding }: ReadContext, bytes: Uint8Array): Promise<Frame> {
  const decoded = await decoding(bytes, () => decode(bytes, MAX_MEGAPIXELS))
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

/** Compares each frame that shows a turn with the nearest frame in time that looks into the camera. */
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

/** 64 × 64 single pixels: enough that the grain of two frames of one camera is never fully identical. */
const GRAIN = 64

/** Two hashes of a frame: one of its content and one of its grain. */
async function lookAtFrame(picture: Picture): Promise<{ broad: Uint8Array; grain: Uint8Array }> {
  const broad = resize(picture, BROAD).data
  const grain = Uint8Array.from({ length: GRAIN * GRAIN }, (_, i) => {
    const x = Math.floor((((i % GRAIN) + 0.5) * picture.width) / GRAIN)
    const y = Math.floor(((Math.floor(i / GRAIN) + 0.5) * picture.height) / GRAIN)
    return Math.round(lumaAt(picture.data, 3 * (y * picture.width + x)))
  })
  return { broad, grain }
}

/** The number of frames on which liveness is judged; the worst of them counts. */
const STRAIGHT_FRAMES = 3

/** The liveness net was trained on few faces turned further than this. */
const STRAIGHT_DEGREES = 12

/** The most informative frames, in order: the first and the last with a face, and the ends of the moves. */
function chooseKeyFrames(frames: readonly SeenFrame[]): number[] {
  const found = frames.flatMap(({ face }, at) => (face ? [{ at, yaw: face.pose.yaw, size: face.box.width }] : []))
  const most = (of: (each: (typeof found)[number]) => number) =>
    found.reduce<(typeof found)[number] | undefined>(
      (best, each) => (best && of(best) >= of(each) ? best : each),
      undefined,
    )
  const [first, last] = [found[0], found.at(-1)]
  const straight = first ? first.yaw : 0
  const size = first?.size ?? 1
  // Sorted by how far they are from the first frame's position, so that moves that were made come before those that
  // were not.
  const ends = [
    { frame: most(({ yaw }) => yaw), way: ({ yaw }: { yaw: number }) => (yaw - straight) / 20 },
    { frame: most(({ yaw }) => -yaw), way: ({ yaw }: { yaw: number }) => (straight - yaw) / 20 },
    { frame: most(({ size: each }) => each), way: ({ size: each }: { size: number }) => (each / size - 1) / 0.3 },
    { frame: most(({ size: each }) => -each), way: ({ size: each }: { size: number }) => (size / each - 1) / 0.3 },
  ].flatMap(({ frame, way }) => (frame ? [{ at: frame.at, far: way(frame) }] : []))
  const chosen = [first?.at, last?.at, ...ends.toSorted((a, b) => b.far - a.far).map(({ at }) => at)]
  const kept = [...new Set(chosen)].filter((at) => at !== undefined).slice(0, CHALLENGE_IMAGES.length)
  return kept.toSorted((a, b) => a - b)
}

/** Frames that look into the camera, spread over the whole challenge. */
function chooseStraightFrames(frames: readonly SeenFrame[]): number[] {
  const straight = frames.flatMap(({ face }, at) => (face && Math.abs(face.pose.yaw) < STRAIGHT_DEGREES ? [at] : []))
  const picks = Array.from({ length: STRAIGHT_FRAMES }, (_, i) =>
    Math.round((i * (straight.length - 1)) / (STRAIGHT_FRAMES - 1)),
  )
  return [...new Set(picks)].flatMap((pick) => straight[pick] ?? [])
}
