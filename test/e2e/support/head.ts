import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { readFaceModel } from '../../../lab/bench/support/challenge/face-model.ts'
import { shootFilm } from '../../../lab/bench/support/challenge/film.ts'
import { standUp } from '../../../lab/bench/support/challenge/people.ts'
import { random } from '../../../packages/specimen/src/random.ts'
import type { Texts } from '../../../src/kernel/texts/languages.ts'
import type { ChallengeMove } from '../../../src/vision/face/challenge/moves.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { facePicture } from '../../support/faces.ts'

const FIXTURES = fileURLToPath(new URL('../../../.cache/fixtures', import.meta.url))

/** What a camera sees of somebody who looks straight at it, and at the end of each move. */
export async function headPictures(): Promise<Record<'MIDDLE' | ChallengeMove, Buffer>> {
  const model = await readFaceModel(path.join(FIXTURES, 'canonical-face-model.obj'))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const picture = await decode((await facePicture('A2', { width: 480 })).jpeg)
  const actor = await standUp(engine, model, picture, 'A2', { yaw: 10, pitch: 10 })
  if (!actor) throw new Error('the face of the fixtures does not look into the camera')
  const { background, photographed, head } = actor
  const scene = { background, toPixels: photographed.toPixels, sheet: head, light: 1, grain: 2, strength: 0 }
  const straight = { at: 0, yaw: 0, pitch: 0, roll: 0, right: 0, up: 0, distance: 45 }
  const stands = {
    MIDDLE: straight,
    LEFT: { ...straight, yaw: 32 },
    RIGHT: { ...straight, yaw: -32 },
    NEARER: { ...straight, distance: 30 },
    BACK: { ...straight, distance: 66 },
  }
  const shots = shootFilm(scene, Object.values(stands), random('head'))
  const pictures = await Promise.all(
    shots.map(({ picture: { width, height, data } }) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize({ width: 2 * width })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
  return Object.fromEntries(Object.keys(stands).map((name, at) => [name, pictures[at]])) as Record<
    keyof typeof stands,
    Buffer
  >
}

/**
 * A camera that shows somebody who does what the page says, when it says it: on a slow machine the person waits for the
 * page, as people do, and no film runs ahead of it.
 */
export async function obeyCues(page: Page, pictures: Awaited<ReturnType<typeof headPictures>>, texts: Texts) {
  const words = {
    LEFT: texts.challengeLeft,
    RIGHT: texts.challengeRight,
    NEARER: texts.challengeNearer,
    BACK: texts.challengeBack,
  }
  const encoded = Object.fromEntries(Object.entries(pictures).map(([name, jpeg]) => [name, jpeg.toString('base64')]))
  await page.addInitScript(`{
    const words = ${JSON.stringify(words)}
    const encoded = ${JSON.stringify(encoded)}
    const decode = (text) => createImageBitmap(new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]))
    navigator.mediaDevices.getUserMedia = async () => {
      const pictures = {}
      for (const [name, text] of Object.entries(encoded)) pictures[name] = await decode(text)
      const canvas = document.createElement('canvas')
      canvas.width = pictures.MIDDLE.width
      canvas.height = pictures.MIDDLE.height
      const pen = canvas.getContext('2d')
      const show = () => {
        const said = document.querySelector('.guide')?.textContent
        const [asked = 'MIDDLE'] = Object.entries(words).find(([, word]) => word === said) ?? []
        pen.drawImage(pictures[asked], 0, 0)
      }
      show()
      setInterval(show, 60)
      return canvas.captureStream(15)
    }
  }`)
}
