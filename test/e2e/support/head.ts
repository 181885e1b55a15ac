import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { readFaceModel } from '../../../lab/bench/support/challenge/face-model.ts'
import { shootFilm } from '../../../lab/bench/support/challenge/film.ts'
import { standUp } from '../../../lab/bench/support/challenge/people.ts'
import type { Shot } from '../../../lab/specimen/photograph/video.ts'
import { random } from '../../../lab/specimen/random.ts'
import { decode } from '../../../src/engine/picture/decode.ts'
import { openReadEngine } from '../../../src/engine/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/engine/settings.ts'
import { facePicture } from '../../support/faces.ts'

const FIXTURES = fileURLToPath(new URL('../../../.cache/fixtures', import.meta.url))

/** What a camera sees of somebody who makes every move there is, one after the other, and begins again. */
export async function headFilm(): Promise<Shot[]> {
  const model = await readFaceModel(path.join(FIXTURES, 'canonical-face-model.obj'))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const picture = await decode((await facePicture('A2', { width: 480 })).jpeg)
  const actor = await standUp(engine, model, picture, 'A2', { yaw: 10, pitch: 10 })
  if (!actor) throw new Error('the face of the fixtures does not look into the camera')
  const { background, photographed, head } = actor
  const scene = { background, toPixels: photographed.toPixels, sheet: head, light: 1, grain: 2, strength: 0 }
  const straight = { at: 0, yaw: 0, pitch: 0, roll: 0, right: 0, up: 0, distance: 45 }
  const stands = [
    straight,
    { ...straight, yaw: 32 },
    { ...straight, yaw: -32 },
    { ...straight, distance: 30 },
    { ...straight, distance: 66 },
  ]
  const shots = shootFilm(scene, stands, random('head'))
  const pictures = await Promise.all(
    shots.map(({ picture: { width, height, data } }) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize({ width: 2 * width })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
  const [middle, ...moves] = pictures as [Buffer, ...Buffer[]]
  return moves.flatMap((picture) => [
    { picture: middle, seconds: 1.2 },
    { picture, seconds: 1 },
  ])
}
