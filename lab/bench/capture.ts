import { parseArgs } from 'node:util'
import { type Eyes, openEyes } from '../../test/e2e/support/browser.ts'
import { type Stage, startStage } from '../../test/e2e/support/stage.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { CaptureFigures } from '../evaluate/report/tables/page.ts'
import type { Measurement } from './support/bench.ts'
import { FRAME, shootFilm } from './support/capture/film.ts'
import { SCENES, type Scene } from './support/capture/scenes.ts'
import { SLOWNESS, walkSlowly } from './support/capture/slow-path.ts'
import { type Story, tellStory } from './support/capture/story.ts'

/**
 * npm run bench -- capture [PER_SCENE [FIRST]] [--only NAME,…] [--slow]: a real Chromium (CHROMIUM) whose camera moves
 * over specimens on five backgrounds, with the real engine behind it. Is the reason right and stable, is a refused
 * picture taken again automatically, and at which attempt is the document accepted? With --slow it measures the whole
 * path instead, screen by screen, on devices and lines of three kinds.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { only: { type: 'string' }, slow: { type: 'boolean' } },
  })
  const [perScene = 3, first = 400_000] = positionals.map(Number)
  const scenes = SCENES.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
  const stage = await startStage({ environment: { ENGINE_WORKERS: '1', ENGINE_SECONDS: '120' } })
  const eyes = await openEyes((await shootFilm(first, [{ shows: 'front', seconds: 0.1 }]))[0] as Uint8Array, FRAME)
  const stories: Story[] = []
  try {
    if (values.slow) return await runSlowly(stage, eyes, first)
    for (let seed = first; seed < first + perScene; seed += 1)
      for (const scene of scenes) {
        const story = await tellStory(stage, eyes, scene, seed).catch((error) => brokenOff(error, scene, seed))
        stories.push(story)
        console.log(`${seed} ${scene.name}: ${story.tries.map(inWords).join('; ')}`)
      }
  } finally {
    await eyes.close()
    await stage.close()
  }
  const figures = count(stories)
  for (const table of tablesOf('capture', figures)) console.log(`\n${renderTable(table)}`)
  return [{ set: 'capture', figures }]
}

async function runSlowly(stage: Stage, eyes: Eyes, seed: number): Promise<Measurement[]> {
  for (const slowness of SLOWNESS) {
    const { screens, longestGood } = await walkSlowly(stage, eyes, slowness, seed)
    const sum = Object.values(screens).reduce((total, seconds) => total + seconds, 0)
    const each = Object.entries(screens).map(([screen, seconds]) => `${screen} ${seconds.toFixed(1)}`)
    console.log(
      `${slowness.name}: ${each.join(', ')}; in all ${sum.toFixed(1)} s; "good" for ${longestGood.toFixed(1)} s at most`,
    )
  }
  return []
}

/** A story that does not finish counts as failed, and the others continue while there is a browser. */
function brokenOff(error: Error, scene: Scene, seed: number): Story {
  if (/browser has been closed/.test(error.message)) throw error
  console.error(`${seed} ${scene.name}: ${error.message}`)
  return { scene, seed, tries: [] }
}

const inWords = ({ said, byItself, guided, stayed, ofFault }: Story['tries'][number]): string =>
  [
    said ?? 'accepted',
    byItself ? 'by itself' : 'by the shutter',
    guided && `guided ${guided}`,
    said && !stayed && 'DID NOT STAY',
    ofFault === 'again' && 'TAKEN AGAIN',
  ]
    .filter(Boolean)
    .join(', ')

/** Of all sessions, and the first picture of each kind of scene. */
function count(stories: Story[]): CaptureFigures {
  const tries = stories.flatMap(({ tries }) => tries)
  const refused = stories.flatMap(({ scene, tries }) =>
    tries.flatMap((each) =>
      each.said ? [{ scene, said: each.said, stayed: each.stayed, ofFault: each.ofFault }] : [],
    ),
  )
  const right = refused.filter(({ scene, said, ofFault }) => ofFault && scene.expected.includes(said))
  const genuine = stories.filter(({ scene }) => scene.expected.length === 0)
  const corrected = stories.filter(({ scene, tries }) => scene.expected.length > 0 && tries.length > 1)
  return {
    sessions: stories.length,
    pictures: tries.length,
    scenes: Object.fromEntries(
      SCENES.map(({ name }) => [name, sceneOf(stories.filter(({ scene }) => scene.name === name))]),
    ),
    refused: { n: refused.length, trueReason: right.length, stayed: refused.filter(({ stayed }) => stayed).length },
    repeats: tries.filter(({ ofFault }) => ofFault === 'again').length,
    genuine: { n: genuine.length, atSecond: genuine.filter(atSecond).length },
    corrected: { n: corrected.length, atNext: corrected.filter(atNext).length },
  }
}

const atSecond = ({ tries }: Story): boolean => tries.slice(0, 2).some(({ said }) => said === undefined)

/** The first picture without the fault is accepted. */
function atNext({ tries }: Story): boolean {
  const corrected = tries.find(({ ofFault }) => !ofFault)
  return corrected !== undefined && corrected.said === undefined
}

function sceneOf(stories: Story[]): CaptureFigures['scenes'][string] {
  const whole = stories.filter(({ tries }) => tries.length > 0)
  const rightReason = whole.filter(
    ({ scene, tries: [first] }) => first?.said && scene.expected.includes(first.said),
  ).length
  const accepted = whole.filter(({ tries: [first] }) => !first?.said).length
  return {
    n: stories.length,
    accepted,
    rightReason,
    otherwise: whole.length - accepted - rightReason,
    broken: stories.length - whole.length,
  }
}
