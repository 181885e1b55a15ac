import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../src/specimen/draw/draw-specimen.ts'
import type { Texts } from '../src/ui/locales/en-US.ts'
import { texts } from '../src/ui/locales/en-US.ts'
import { type Eyes, openEyes } from '../test/e2e/support/browser.ts'
import { type Stage, startStage } from '../test/e2e/support/stage.ts'
import { type Walk, walk } from '../test/e2e/support/walk.ts'
import { cameraFrame, type FrameDefect } from '../test/support/camera-frame.ts'
import type { Measurement } from './support/bench.ts'

const FRAME = { width: 1080, height: 1440 }

interface Scene {
  name: string
  /** Whether the front is already there and the back is wanted. */
  wantsBack?: true
  shows: 'front' | 'back' | 'back of another'
  defect?: FrameDefect
  turned?: 90 | 180
  /** What a person must be told; nothing where the picture will do. */
  told: (keyof Texts)[]
}

const SCENES: Scene[] = [
  { name: 'good', shows: 'front', told: [] },
  { name: 'turned', shows: 'front', turned: 180, told: [] },
  { name: 'blurred', shows: 'front', defect: 'blurred', told: ['BLURRED'] },
  { name: 'dark', shows: 'front', defect: 'dark', told: ['TOO_DARK'] },
  { name: 'cut off', shows: 'front', defect: 'cut-off', told: ['CUT_OFF'] },
  { name: 'reflection', shows: 'front', defect: 'glare', told: ['GLARE', 'GLARE_ON_MRZ'] },
  { name: 'wrong side', shows: 'back', told: ['WRONG_SIDE'] },
  { name: 'same side', wantsBack: true, shows: 'front', told: ['SAME_SIDE'] },
  { name: 'other document', wantsBack: true, shows: 'back of another', told: ['OTHER_DOCUMENT'] },
]
const KINDS = ['td1', 'us-licence', 'eu-licence'] as const

/**
 * npm run bench -- capture [PER_SCENE [FIRST]] [--only NAME,…]: a real Chromium (CHROMIUM) with a camera that trembles over specimens, the
 * real engine behind it. Is the reason right, does it stay, and is what was refused taken again by itself?
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { only: { type: 'string' } } })
  const [perScene = 3, first = 400_000] = positionals.map(Number)
  const scenes = SCENES.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
  const stage = await startStage({ environment: { ENGINE_WORKERS: '1', ENGINE_SECONDS: '120' } })
  const eyes = await openEyes((await seen(first, SCENES[0] as Scene))[0] as Uint8Array, FRAME)
  const found: { scene: string; right: boolean; again: boolean }[] = []
  try {
    for (let seed = first; seed < first + perScene; seed += 1)
      for (const scene of scenes) {
        const outcome = await capture(stage, eyes, scene, seed)
        found.push({ scene: scene.name, ...outcome })
        console.log(
          `${seed} ${scene.name}: ${outcome.said.join(', ') || 'accepted'}${outcome.again ? ', TAKEN AGAIN' : ''}`,
        )
      }
  } finally {
    await eyes.close()
    await stage.close()
  }
  for (const { name } of scenes) {
    const these = found.filter(({ scene }) => scene === name)
    const again = these.filter((each) => each.again).length
    console.log(`${name}: ${these.filter(({ right }) => right).length} of ${these.length} right, ${again} taken again`)
  }
  return []
}

/** A page on a busy machine takes its time; one that takes longer has failed. */
const PATIENCE_MS = 120_000

async function capture(stage: Stage, eyes: Eyes, scene: Scene, seed: number) {
  const { webEnrolmentUrl, accessToken } = await stage.initialize()
  if (scene.wantsBack) await stage.enrol(accessToken, 'document', (await seen(seed, SCENES[0] as Scene))[0])
  await eyes.show(...(await seen(seed, scene)))
  const context = await eyes.phone()
  const steps = walk(await context.newPage())
  steps.page.setDefaultTimeout(240_000)
  await steps.page.goto(webEnrolmentUrl)
  await steps.press('start')
  await steps.press('cameraAllow')
  await shutter(steps)
  const said = await answerOf(steps)
  const isRefused = await steps.page.getByRole('heading', { name: steps.say('refusedTitle') }).isVisible()
  let again = false
  if (isRefused) {
    await steps.page.waitForTimeout(2_000)
    again = !(await steps.page.getByRole('alert').isVisible()) // it stays until something is done
    await steps.press('retake')
    await steps.button('shutter').waitFor()
    again ||= await takenWithin(steps, 4_000)
  }
  await context.close()
  const right = scene.told.length ? said.some((each) => scene.told.includes(each)) : said.length === 0
  return { said, right, again }
}

/** By itself, or by the person when the page waits for something better. */
async function shutter(steps: Walk): Promise<void> {
  if (await takenWithin(steps, 6_000)) return
  await steps.button('shutter').click()
}

const takenWithin = (steps: Walk, timeout: number): Promise<boolean> =>
  steps.page
    .locator('.preview, .note')
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    )

/** The sentences of refusals on the screen once the service has answered. */
async function answerOf(steps: Walk): Promise<(keyof Texts)[]> {
  const use = steps.button('use')
  const alert = steps.page.getByRole('alert')
  const next = steps.page.getByRole('heading', { name: new RegExp(`${texts.backTitle}|${texts.faceTitle}`) })
  // The answer may come before the button is pressed, and the button is gone then.
  // The button may go while it is pressed: what counts is that one of the two screens comes.
  for (const end = Date.now() + PATIENCE_MS; !(await alert.or(next).first().isVisible()); ) {
    if (Date.now() > end) throw new Error('the page neither took the picture nor refused it')
    await use.click({ timeout: 2_000 }).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error
    })
  }
  if (!(await alert.isVisible())) return []
  const sentence = ((await alert.textContent()) ?? '').trim()
  return (Object.keys(texts) as (keyof Texts)[]).filter((key) => texts[key] === sentence)
}

/** What a camera in a hand sees: the same table, shifted a little from frame to frame. */
async function seen(seed: number, { shows, defect, turned }: Scene): Promise<Uint8Array[]> {
  const kind = KINDS[seed % KINDS.length] as (typeof KINDS)[number]
  const other = KINDS[(seed + 1) % KINDS.length] as (typeof KINDS)[number]
  const { front, back = front } = await drawSpecimen({ kind: shows === 'back of another' ? other : kind, seed })
  const upright = shows === 'front' ? front : back
  const picture = turned ? await turn(upright) : upright
  const large = await cameraFrame(picture, {
    width: FRAME.width + 24,
    height: FRAME.height + 24,
    fill: 0.74,
    seed,
    background: 'wood',
    ...(defect && { defect }),
  })
  return [0, 1, 2, 3, 4].map((at) => {
    const canvas = createCanvas(FRAME.width, FRAME.height)
    canvas.getContext('2d').drawImage(large, -12 + 4 * Math.sin(at * 1.3), -12 + 4 * Math.cos(at * 1.3))
    return canvas.toBuffer('image/jpeg', 92)
  })
}

async function turn(picture: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(picture))
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.translate(image.width, image.height)
  pen.rotate(Math.PI)
  pen.drawImage(image, 0, 0)
  return canvas.toBuffer('image/png')
}
