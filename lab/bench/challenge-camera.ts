import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { random } from '../../packages/specimen/src/random.ts'
import type { ChallengeResponse, SelfieWithFrames } from '../../src/features/challenge/contract/challenge.ts'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import type { ChallengeMove } from '../../src/vision/face/challenge/moves.ts'
import { openReadEngine, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { type Eyes, openEyes } from '../../test/e2e/support/browser.ts'
import { type Stage, startStage } from '../../test/e2e/support/stage.ts'
import { walk } from '../../test/e2e/support/walk.ts'
import { JPEG, writtenEngine } from '../../test/support/app.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ChallengeCameraFigures } from '../evaluate/report/tables/challenge.ts'
import type { Measurement } from './support/bench.ts'
import { ACT_REASONS, ACTS, type ActName, prepareAct } from './support/challenge/acts.ts'
import { readFaceModel } from './support/challenge/face-model.ts'
import { judgeSent, type Sent } from './support/challenge/judge-play.ts'
import { type Actor, readActors } from './support/challenge/people.ts'
import { type Act, installCamera } from './support/challenge/virtual-camera.ts'

const texts = await loadTexts('en-US')

const FIXTURES = path.join(import.meta.dirname, '../..', '.cache', 'fixtures')
const FRAME = { width: 720, height: 960 }

const CUES: Record<string, ChallengeMove> = {
  [texts.challengeLeft]: 'LEFT',
  [texts.challengeRight]: 'RIGHT',
  [texts.challengeNearer]: 'NEARER',
  [texts.challengeBack]: 'BACK',
}

/**
 * npm run bench -- challenge-camera --data DIR [--count 3] [--slowed 4] [--acts genuine,bent] [--keep DIR]: the hosted
 * page in a real Chromium (CHROMIUM) with heads and attacks that do what the page asks. The frames that it sends are
 * judged as in the service, except for liveness, because the films are drawn.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      count: { type: 'string', default: '3' },
      slowed: { type: 'string', default: '4' },
      acts: { type: 'string' },
      keep: { type: 'string' },
    },
  })
  if (!values.data) throw new Error('give --data DIR with labelled pictures of faces')
  const count = Number(values.count)
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const actors = await gather(engine, path.join(values.data, 'faces', 'lfw'), count + 1)
  const names = (values.acts?.split(',') as ActName[] | undefined) ?? ['genuine', ...ACTS]
  const stage = await startStage({ engine: writtenEngine(), settings: { steps: ['face'], challenge: 'always' } })
  const eyes = await openEyes(JPEG, FRAME)
  const figures: ChallengeCameraFigures = { people: count, acts: {}, slowed: Number(values.slowed), frameRate: 0 }
  try {
    for (const name of names)
      for (let at = 0; at < count; at++) {
        const [actor, other] = [actors[at], actors[at + 1]] as [Actor, Actor]
        const chance = random(`camera/${name}/${at}`)
        const act = {
          ...(await prepareAct(name, actor, other, chance)),
          cues: CUES,
          reactionMs: chance.between(200, 450),
        }
        const { sent } = await playBefore(stage, eyes, act)
        if (sent && values.keep) await keep(sent, path.join(values.keep, `${name}-${at}`))
        const judged = sent && (await judgeSent(engine, sent))
        const against = judged?.outcome.findings.filter(({ check, passed }) => !passed && check !== 'LIVENESS')
        note(
          figures,
          name,
          against?.map(({ check }) => check),
        )
        console.log(name, at, against?.map(({ check, reason }) => `${check}: ${reason}`) ?? 'the page took no picture')
      }
    const act = {
      ...(await prepareAct('genuine', actors[0] as Actor, actors[0] as Actor, random('slowed'))),
      cues: CUES,
    }
    figures.frameRate = (await playBefore(stage, eyes, { ...act, reactionMs: 300 }, Number(values.slowed))).frameRate
  } finally {
    await eyes.close()
    await stage.close()
  }
  for (const table of tablesOf('challengeCamera', figures)) console.log(`\n${renderTable(table)}`)
  return [{ set: 'challengeCamera', figures }]
}

/** Longer than the page takes for a challenge, including its own timeouts. */
const PATIENCE_MS = 150_000

/** One person at the page: the frames sent at the end, nothing if it stopped early; and the frame rate. */
async function playBefore(stage: Stage, eyes: Eyes, act: Act, slowed = 1): Promise<{ sent?: Sent; frameRate: number }> {
  const { webEnrolmentUrl } = await stage.initialize()
  const context = await eyes.phone({ bypassCSP: true })
  const page = await context.newPage()
  try {
    await page.addInitScript(installCamera, act)
    await page.addInitScript(keepAnswer)
    const steps = walk(page)
    page.setDefaultTimeout(PATIENCE_MS)
    let drawn: { moves: ChallengeMove[]; at: number } | undefined
    page.on('response', async (response) => {
      if (!response.url().endsWith('/enrolment/challenge') || response.status() !== 200) return
      const { moves } = (await response.json()) as ChallengeResponse
      if (moves) drawn = { moves, at: Date.now() }
    })
    await page.goto(webEnrolmentUrl)
    if (slowed > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowed })
    await steps.press('start')
    await steps.press('cameraAllow')
    await page.locator('.guide').waitFor()
    const counted = page.evaluate(countFrames)
    const packed = page.waitForFunction(() => (globalThis as { answer?: string }).answer)
    const isPacked = await Promise.race([
      packed.then(() => true),
      steps
        .button('retry')
        .waitFor()
        .then(() => false),
    ])
    const frameRate = await counted
    if (!isPacked) return { frameRate }
    const { imageBase, challenge } = JSON.parse((await (await packed).jsonValue()) ?? '{}') as SelfieWithFrames
    if (!challenge || !drawn || !imageBase) return { frameRate }
    const frames = challenge.frames.map(({ image }) => Buffer.from(image, 'base64'))
    const times = challenge.frames.map(({ at }) => at)
    const still = Buffer.from(imageBase, 'base64')
    return { sent: { asked: drawn.moves, frames, times, still, waitedMs: Date.now() - drawn.at }, frameRate }
  } finally {
    await context.close()
  }
}

/** The frames as they were sent, for inspection. */
async function keep({ frames }: Sent, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [at, frame] of frames.entries())
    await writeFile(path.join(folder, `${String(at).padStart(2, '0')}.jpg`), frame)
}

/** In the page: the packed body, which the browser does not show for a request. */
function keepAnswer(): void {
  const Packed = globalThis.Blob
  globalThis.Blob = class extends Packed {
    constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
      super(parts, options)
      if (options?.type === 'application/json') Object.assign(globalThis, { answer: parts[0] })
    }
  }
}

/** In the page: the frame rate over five seconds. */
function countFrames(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    let frames = 0
    const next = () => {
      frames++
      const elapsed = performance.now() - began
      if (elapsed < 5_000) requestAnimationFrame(next)
      else resolve((frames * 1_000) / elapsed)
    }
    requestAnimationFrame(next)
  })
}

function note(figures: ChallengeCameraFigures, name: ActName, against: string[] | undefined): void {
  const tally = figures.acts[name] ?? { n: 0, passed: 0, rightReason: 0, notSent: 0, against: {} }
  figures.acts[name] = tally
  tally.n++
  if (!against) tally.notSent++
  else if (!against.length) tally.passed++
  for (const check of against ?? []) tally.against[check] = (tally.against[check] ?? 0) + 1
  if (name !== 'genuine' && ACT_REASONS[name].some((check) => against?.includes(check))) tally.rightReason++
}

async function gather(engine: ReadEngine, folder: string, count: number): Promise<Actor[]> {
  const model = await readFaceModel(path.join(FIXTURES, 'canonical-face-model.obj'))
  const actors: Actor[] = []
  for await (const actor of readActors(engine, model, folder, 'second')) {
    actors.push(actor)
    if (actors.length === count) break
  }
  return actors
}
