import { parseArgs } from 'node:util'
import type { Texts } from '../src/ui/locales/en-US.ts'
import { openEyes } from '../test/e2e/support/browser.ts'
import { startStage } from '../test/e2e/support/stage.ts'
import type { Measurement } from './support/bench.ts'
import { FRAME, shootFilm } from './support/capture/film.ts'
import { SCENES } from './support/capture/scenes.ts'
import { type Story, tellStory } from './support/capture/story.ts'

/**
 * npm run bench -- capture [PER_SCENE [FIRST]] [--only NAME,…]: a real Chromium (CHROMIUM) whose camera moves over specimens
 * on five backgrounds, the real engine behind it. Is the reason right, does it stay, is what was refused taken again by
 * itself, and at which try is the document there?
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { only: { type: 'string' } } })
  const [perScene = 3, first = 400_000] = positionals.map(Number)
  const scenes = SCENES.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
  const stage = await startStage({ environment: { ENGINE_WORKERS: '1', ENGINE_SECONDS: '120' } })
  const eyes = await openEyes((await shootFilm(first, [{ shows: 'front', seconds: 0.1 }]))[0] as Uint8Array, FRAME)
  const stories: Story[] = []
  try {
    for (let seed = first; seed < first + perScene; seed += 1)
      for (const scene of scenes) {
        const story = await tellStory(stage, eyes, scene, seed)
        stories.push(story)
        console.log(`${seed} ${scene.name}: ${story.tries.map(inWords).join('; ')}`)
      }
  } finally {
    await eyes.close()
    await stage.close()
  }
  summarise(stories)
  return []
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

function summarise(stories: Story[]): void {
  for (const { name, told } of SCENES) {
    const these = stories.filter(({ scene }) => scene.name === name)
    if (these.length) console.log(`${name}: ${these.length}, ${summaryOf(these, told)}`)
  }
  const tries = stories.flatMap(({ tries }) => tries)
  const refused = stories.flatMap(({ scene, tries }) =>
    tries.flatMap(({ said, stayed, ofFault }) => (said ? [{ scene, said, stayed, ofFault }] : [])),
  )
  const right = refused.filter(({ scene, said, ofFault }) => ofFault && scene.told.includes(said))
  console.log(`${tries.length} pictures in ${stories.length} sessions`)
  console.log(
    `refused or advised against: ${refused.length}; the true reason: ${right.length}; stayed until acted on: ${refused.filter(({ stayed }) => stayed).length}`,
  )
  console.log(
    `taken again by itself before anything changed: ${tries.filter(({ ofFault }) => ofFault === 'again').length}`,
  )
  const genuine = stories.filter(({ scene }) => scene.told.length === 0)
  console.log(`genuine there at the first or second try: ${genuine.filter(atSecond).length} of ${genuine.length}`)
  const mended = stories.filter(({ scene }) => scene.told.length > 0)
  console.log(
    `mended and there at the next try: ${mended.filter(({ tries }) => tries.findIndex(({ ofFault, said }) => !ofFault && !said) === tries.findIndex(({ ofFault }) => !ofFault)).length} of ${mended.length}`,
  )
}

const atSecond = ({ tries }: Story): boolean => tries.slice(0, 2).some(({ said }) => said === undefined)

function summaryOf(stories: Story[], told: (keyof Texts)[]): string {
  const first = stories.map(({ tries }) => tries[0]?.said)
  if (told.length === 0)
    return `accepted at once ${first.filter((said) => !said).length}, at the second try ${stories.filter(atSecond).length}`
  return `told so ${first.filter((said) => said && told.includes(said)).length}, told otherwise ${first.filter((said) => said && !told.includes(said)).length}, accepted without a word ${first.filter((said) => !said).length}`
}
