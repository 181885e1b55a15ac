import type { Hint } from '../../formats/hints.ts'
import type { Place } from '../../formats/place.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { FaceResult } from '../engine.ts'
import { inputOf, thresholdOf } from '../nets/net-list.ts'
import { type Net, showPicture } from '../nets/runtime.ts'
import { softmax } from '../nets/tensor.ts'
import { type Box, boundsOf, clipBox, crop, scaleBox } from '../picture/box.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import { hashPicture } from '../picture/hash-picture.ts'
import type { Picture } from '../picture/picture.ts'
import { readTakenAt } from '../picture/read-taken-at.ts'
import { resize, shrinkWithin } from '../picture/resize.ts'
import type { ReadContext } from '../read-engine.ts'
import type { FaceRefusal } from '../refusals.ts'
import { findFaces, pickFace } from './detect-faces.ts'
import { faceRefusal } from './face-rules.ts'
import { measureFacePose, usualSquareOf } from './find-points.ts'
import { fingerprintPhotograph } from './fingerprint-photograph.ts'
import {
  areEyesClosed,
  coveringOf,
  eyesIn,
  type FeatureNets,
  isClearWhenTurned,
  judgeFaceFeatures,
  judgeOcclusion,
} from './judge-features.ts'
import { judgeLiveness } from './judge-liveness.ts'
import { hintsForLook, judgeFacePicture } from './judge-look.ts'
import { type Portrait, takePortrait } from './take-portrait.ts'

/** No net uses more than 224 pixels of a face; a larger picture would only cost time. */
const WORKING_SIDE = 1600

/** The same size as for judging the features, so that both steps share the shrunk picture. */
const HASHED_SIDE = 640

/** `face_cropped` shows the whole head: the detector's square covers brows to chin. */
const HEAD = 1.8

/** A selfie → a face ready for comparison, or the first problem that the person should fix. */
export async function readFace(context: ReadContext, bytes: Uint8Array): Promise<Result<FaceResult, FaceRefusal>> {
  const { nets, settings, time, decoding } = context
  const original = await decoding(bytes, () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  const { picture } = await time('resize', () => shrinkWithin(original, WORKING_SIDE))

  const faces = await time('detect-faces', () => findFaces(nets, picture))
  const face = pickFace(faces, picture)
  if (!face) return refuse((await liesOnItsSide(context, picture)) ? 'FACE_ANGLE_TOO_LARGE' : 'FACE_NOT_FOUND')

  const portrait = await takePortrait(context, picture, face)
  const pose = await time('measure-face-pose', async () =>
    measureFacePose(await nets.get('face-pose'), picture, face, portrait.points),
  )
  const hints = await hintsOf(context, picture, portrait)
  const { features, covered } = await featuresOf(context, picture, portrait)
  const refusal = faceRefusal(
    {
      picture,
      face,
      outline: boundsOf(portrait.points),
      frame: usualSquareOf(portrait.points),
      features,
      otherSides: faces.filter((other) => other !== face).map(({ width }) => width),
      pose,
      covered,
    },
    settings.faceRules,
  )
  if (refusal) return refuse(refusal, hints)

  // Encoded by a thread of the picture library, in parallel with the nets.
  const stored = toJpeg(original)
  stored.catch(() => undefined) // awaited below, unless something else fails first
  const liveness = await time('judge-liveness', () => judgeLiveness(nets, picture, face))
  const looks = settings.ageAndGender
    ? await time('guess-face-age', async () => guessFaceAge(await nets.get('face-age'), picture, face))
    : {}
  const head = clipBox(scaleBox(face, HEAD), picture)
  const images = await time('encode', async () => ({
    face_original: await stored,
    face_cropped: await toJpeg(crop(picture, head)),
  }))
  const hash = await time('hash-picture', async () => hashPicture((await shrinkWithin(picture, HASHED_SIDE)).picture))
  const { template, points } = portrait
  const photograph = await time('print-photograph', () => fingerprintPhotograph(picture, points))
  const takenAt = await readTakenAt(bytes)
  return accept({
    reading: {
      template,
      photograph,
      liveness,
      ...looks,
      eyes: eyesIn(points, head),
      pose,
      hints,
      models: context.used(),
    },
    images,
    hash,
    head: sharesOf(head, picture),
    ...(takenAt && { takenAt }),
  })
}

const sharesOf = ({ x, y, width, height }: Box, picture: Picture): Place => ({
  x: x / picture.width,
  y: y / picture.height,
  width: width / picture.width,
  height: height / picture.height,
})

async function hintsOf({ nets, settings, time }: ReadContext, picture: Picture, portrait: Portrait): Promise<Hint[]> {
  const eye = await nets.get('face-eye')
  const closed = await time('judge-face-eyes', () => areEyesClosed(eye, picture, portrait.points))
  const hints = hintsForLook(judgeFacePicture(portrait.aligned), settings.faceLook)
  return closed ? [...hints, 'EYES_CLOSED'] : hints
}

async function featuresOf(context: ReadContext, picture: Picture, { face, unrest }: Portrait) {
  const nets = await getFeatureNets(context)
  const chance = await context.time('judge-occlusion', () => judgeOcclusion(nets.occlusion, picture, face))
  const features = await context.time('judge-face-features', () =>
    judgeFaceFeatures(nets, picture, { unrest, covered: chance }),
  )
  return { features, covered: coveringOf(nets.occlusion, chance, features) }
}

async function liesOnItsSide(context: ReadContext, picture: Picture): Promise<boolean> {
  const nets = await getFeatureNets(context)
  return context.time('judge-face-features', () => isClearWhenTurned(nets, picture))
}

async function getFeatureNets({ nets }: ReadContext): Promise<FeatureNets> {
  return {
    detector: await nets.get('face-detect'),
    landmarks: await nets.get('face-landmark'),
    occlusion: await nets.get('face-occlusion'),
  }
}

interface AgeAndGender {
  /** In years. */
  age: number
  /** −10,000 (male) … 10,000 (female), 0 undecided. */
  gender: number
}

/** Apparent age and sex. The crop includes hair and chin, as in the pictures that the net was trained on. */
export async function guessFaceAge(net: Net, picture: Picture, face: Box): Promise<AgeAndGender> {
  const input = inputOf(net.entry)
  const head = scaleBox(face, thresholdOf(net.entry, 'crop'), thresholdOf(net.entry, 'cropShift'))
  const { age, gender } = await showPicture(net, resize(crop(picture, head), input))
  if (!age || !gender) throw new Error('the age net gave no age or gender')
  const [male = 0, female = 0] = softmax(gender.data)
  return { age: Math.max(0, Math.round(age.data[0] as number)), gender: Math.round(10_000 * (female - male)) }
}
