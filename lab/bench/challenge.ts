import path from 'node:path'
import { parseArgs } from 'node:util'
import { random } from '../../packages/specimen/src/random.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ChallengeFigures } from '../evaluate/report/tables/challenge.ts'
import type { Measurement } from './support/bench.ts'
import { readFaceModel } from './support/challenge/face-model.ts'
import { judgePlay } from './support/challenge/judge-play.ts'
import { type Actor, type Half, readActors } from './support/challenge/people.ts'
import { ATTACKS, type Kind, play, REASONS } from './support/challenge/plays.ts'
import { measureTurned } from './support/challenge/turned-pairs.ts'

const FIXTURES = path.join(import.meta.dirname, '../..', '.cache', 'fixtures')

/**
 * npm run bench -- challenge --data DIR [--count 30] [--half first]: films of heads and of attacks, from their frames
 * to the findings. The people are from the half that no limit was chosen on. Liveness is excluded: it detects that the
 * films are drawn.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      count: { type: 'string', default: '30' },
      half: { type: 'string', default: 'second' },
      kinds: { type: 'string' },
    },
  })
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const wanted = values.half === 'first' ? 'first' : 'second'
  const count = Number(values.count)
  if (!values.data) throw new Error('give --data DIR with labelled pictures of faces')
  const faces = path.join(values.data, 'faces', 'lfw')
  const actors = await gather(engine, faces, wanted, count + 1)
  console.log(`${actors.length} people`)

  const kinds: Kind[] = values.kinds ? (values.kinds.split(',') as Kind[]) : ['genuine', ...ATTACKS]
  const figures: ChallengeFigures = {
    people: actors.length,
    genuine: { n: 0, passed: 0, against: {} },
    attacks: {},
    turned: { heads: { n: 0, wrong: 0 }, planes: { n: 0, wrong: 0 } },
    bytes: { p50: 0, p95: 0 },
    cpuMs: { p50: 0, p95: 0 },
  }
  const [bytes, cpu]: [number[], number[]] = [[], []]
  for (const kind of kinds) {
    for (let at = 0; at < count; at++) {
      const [actor, other] = [actors[at % actors.length], actors[(at + 1) % actors.length]] as [Actor, Actor]
      const judged = await judgePlay(engine, play(kind, actor, other, random(`${kind}/${values.half}/${at}`)))
      if (!judged) continue
      bytes.push(judged.bytes)
      cpu.push(judged.cpuMs)
      const against = judged.outcome.findings.filter(({ check, passed }) => !passed && check !== 'LIVENESS')
      note(
        figures,
        kind,
        against.map(({ check }) => check),
      )
    }
    console.log(kind, JSON.stringify(kind === 'genuine' ? figures.genuine : figures.attacks[kind]))
  }
  figures.bytes = percentiles(bytes)
  figures.cpuMs = percentiles(cpu)
  figures.turned = await measureTurned(engine, faces, wanted, actors)
  for (const table of tablesOf('challenge', figures)) console.log(`\n${renderTable(table)}`)
  return [{ set: 'challenge', figures }]
}

function note(figures: ChallengeFigures, kind: Kind, against: string[]): void {
  const count = (tally: { n: number; passed: number; against: Record<string, number> }) => {
    tally.n++
    if (!against.length) tally.passed++
    for (const check of against) tally.against[check] = (tally.against[check] ?? 0) + 1
  }
  if (kind === 'genuine') {
    count(figures.genuine)
    return
  }
  const tally = figures.attacks[kind] ?? { n: 0, passed: 0, rightReason: 0, against: {} }
  figures.attacks[kind] = tally
  count(tally)
  if (REASONS[kind].some((check) => against.includes(check))) tally.rightReason++
}

async function gather(
  engine: Parameters<typeof readActors>[0],
  folder: string,
  half: Half,
  count: number,
): Promise<Actor[]> {
  const model = await readFaceModel(path.join(FIXTURES, 'canonical-face-model.obj'))
  const actors: Actor[] = []
  for await (const actor of readActors(engine, model, folder, half)) {
    actors.push(actor)
    if (actors.length === count) break
  }
  return actors
}

function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
