import type { FaceResult } from '../../actions/ports/engine.ts'
import { faceRefusal } from '../../domain/face/face-rules.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { FaceRefusal, Hint } from '../../domain/vocabulary.ts'
import { boundsOf, clipBox, scaleBox } from '../picture/box.ts'
import { crop } from '../picture/crop.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import type { Picture } from '../picture/picture.ts'
import { shrinkWithin } from '../picture/shrink.ts'
import type { Workbench } from '../workbench.ts'
import { usualSquare } from './find-face-points.ts'
import { guessFaceAge } from './guess-face-age.ts'
import { eyesClosed } from './judge-face-eyes.ts'
import { clearWhenTurned, type FeatureModels, judgeFaceFeatures } from './judge-face-features.ts'
import { judgeFacePicture, lookHints } from './judge-face-picture.ts'
import { judgeLiveness } from './judge-liveness.ts'
import { coveringOf, judgeOcclusion } from './judge-occlusion.ts'
import { measureFacePose } from './measure-face-pose.ts'
import { pickFace } from './pick-face.ts'
import { findFaces, type Portrait, templateOf } from './portrait.ts'

/** No model looks at more than 224 pixels of a face; a larger picture only costs time. */
const WORKING_SIDE = 1600

/** `face_cropped` shows the whole head: the detector's square covers brows to chin. */
const HEAD = 1.8

/** A selfie → a face ready for comparison, or the one thing the person should mend first. */
export async function readFace(bench: Workbench, bytes: Uint8Array): Promise<Result<FaceResult, FaceRefusal>> {
  const { models, settings, time } = bench
  const original = await time('decode', () => decode(bytes, settings.maxMegapixels))
  const { picture } = await time('resize', () => shrinkWithin(original, WORKING_SIDE))

  const faces = await findFaces(bench, picture)
  const face = pickFace(faces, picture)
  if (!face) return refuse((await liesOnItsSide(bench, picture)) ? 'FACE_ANGLE_TOO_LARGE' : 'FACE_NOT_FOUND')

  const portrait = await templateOf(bench, picture, face)
  const pose = await time('measure-face-pose', async () =>
    measureFacePose(await models.get('face-pose'), picture, face, portrait.points),
  )
  const hints = await hintsOf(bench, picture, portrait)
  const { features, covered } = await featuresOf(bench, picture, portrait)
  const refusal = faceRefusal(
    {
      picture,
      face,
      outline: boundsOf(portrait.points),
      frame: usualSquare(portrait.points),
      features,
      otherSides: faces.filter((other) => other !== face).map(({ width }) => width),
      pose,
      covered,
    },
    settings.faceRules,
  )
  if (refusal) return refuse(refusal, hints)

  const liveness = await time('judge-liveness', async () =>
    judgeLiveness(await models.get('face-liveness'), picture, face),
  )
  const looks = settings.ageAndGender
    ? await time('guess-face-age', async () => guessFaceAge(await models.get('face-age'), picture, face))
    : {}
  const images = await time('encode', async () => ({
    face_original: await toJpeg(original),
    face_cropped: await toJpeg(crop(picture, clipBox(scaleBox(face, HEAD), picture))),
  }))
  return accept({
    reading: { template: portrait.template, liveness, ...looks, pose, hints, models: models.use() },
    images,
  })
}

async function hintsOf({ models, settings, time }: Workbench, picture: Picture, portrait: Portrait): Promise<Hint[]> {
  const eye = await models.get('face-eye')
  const closed = await time('judge-face-eyes', () => eyesClosed(eye, picture, portrait.points))
  const hints = lookHints(judgeFacePicture(portrait.aligned), settings.faceLook)
  return closed ? [...hints, 'EYES_CLOSED'] : hints
}

async function featuresOf(bench: Workbench, picture: Picture, { face, unrest }: Portrait) {
  const models = await featureModels(bench)
  const chance = await bench.time('judge-occlusion', () => judgeOcclusion(models.occlusion, picture, face))
  const features = await bench.time('judge-face-features', () =>
    judgeFaceFeatures(models, picture, { unrest, covered: chance }),
  )
  return { features, covered: coveringOf(models.occlusion, chance, features) }
}

async function liesOnItsSide(bench: Workbench, picture: Picture): Promise<boolean> {
  const models = await featureModels(bench)
  return bench.time('judge-face-features', () => clearWhenTurned(models, picture))
}

async function featureModels({ models }: Workbench): Promise<FeatureModels> {
  return {
    detector: await models.get('face-detect'),
    landmarks: await models.get('face-landmark'),
    occlusion: await models.get('face-occlusion'),
  }
}
