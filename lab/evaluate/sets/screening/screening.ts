import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importList } from '../../../../src/features/screening/actions/import-list.ts'
import type { ScreenedPerson } from '../../../../src/features/screening/domain/person.ts'
import { findPerson } from '../../../../src/features/screening/open-screening.ts'
import type { PersonHit } from '../../../../src/features/screening/ports/screening.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { DEFAULT_THRESHOLD } from '../../../../src/kernel/tenants/tenant.ts'
import { type DrawnPerson, numbersFrom } from '../../../screening/draw-people.ts'
import { drawList, drawStrangers, REPORTED, writeList } from '../../../screening/drawn-list.ts'
import { unrelated, VARIATIONS, varied } from '../../../screening/variations.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import type { ScreeningFigures, ScreeningSize } from '../../report/tables/screening.ts'

/** The default list sizes. */
const SIZES = [10_000, 1_000_000]
/** People of the list with every variation, and people who are on no list. */
const PEOPLE = 240
const STRANGERS = 20_000
/** The thresholds that tenants may set, including the product's own; lower scores are ignored. */
const THRESHOLDS = [0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97]
const LEAST = 0.9

/** Variations of people on a drawn list by a published recipe, and people who are not on it. */
export const screening: EvaluationSet = {
  name: 'screening',
  folder: '.',
  needsNoData: true,
  async run({ progress, part }) {
    const sizes: ScreeningSize[] = []
    for (const size of part?.count ? [part.count] : SIZES) sizes.push(await measureSize(size, progress))
    const figures: ScreeningFigures = { people: PEOPLE, strangers: STRANGERS, sizes }
    return { json: figures, tables: tablesOf('screening', figures) }
  },
}

interface Tried {
  kind: string
  /** The score of the entry itself, 0 if it was not among the hits. */
  score: number
  /** The same without the person's birth date. */
  undated: number
}

async function measureSize(size: number, progress: (done: number, total: number) => void): Promise<ScreeningSize> {
  return withList(size, async ({ search, bestOf, importSeconds, fileBytes, times, cpu }) => {
    const people = samplePeople(size)
    const tried: Tried[] = []
    const draw = numbersFrom(size)
    for (const [index, { id, person }] of people.entries()) {
      progress(index, people.length)
      for (const kind of VARIATIONS) {
        const shown = varied(person, kind, draw)
        if (!shown) continue
        const scoreOf = async (asked: ScreenedPerson) =>
          (await search(asked)).find(({ entry }) => entry.id === id)?.match.score ?? 0
        const undated = await scoreOf({ ...shown, births: [] })
        tried.push({ kind: kind.kind, score: await scoreOf(shown), undated })
      }
    }
    const strangers = await bestOf()
    return { size, importSeconds, fileBytes, ...timesOf(times, cpu), ...rates(tried, strangers) }
  })
}

/** A drawn list in a separate storage, the search in it, and the best scores of people who are not on it. */
async function withList<Value>(size: number, use: (list: OpenedList) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-screening-'))
  const clock = () => new Date()
  const storage = await openStorage({ dataDir: folder, clock, defaultPolicy: defaultPolicy() })
  try {
    const file = path.join(folder, 'list.jsonl')
    await writeList(file, size, REPORTED)
    const began = process.cpuUsage()
    const wanted = { name: 'drawn', path: file, origin: 'drawn', format: 'ftm' } as const
    const imported = await importList({ ...storage, clock }, wanted, 'system')
    if (!imported.ok) throw new Error(imported.refusal)
    const used = process.cpuUsage(began)
    const lists = await storage.watchlists.all()
    const [times, cpu]: [number[], number[]] = [[], []]
    const search = async (person: ScreenedPerson) => {
      const before = process.cpuUsage()
      const start = performance.now()
      const hits = await findPerson(storage.watchlists, lists, person, LEAST)
      times.push(performance.now() - start)
      const spent = process.cpuUsage(before)
      cpu.push((spent.user + spent.system) / 1_000)
      return hits
    }
    const bestOf = async () => {
      const scores: number[] = []
      for (const person of drawStrangers(STRANGERS, REPORTED))
        scores.push((await search(unrelated(person)))[0]?.match.score ?? 0)
      return scores
    }
    const { size: fileBytes } = await stat(file)
    const importSeconds = (used.user + used.system) / 1e6
    return await use({ search, bestOf, importSeconds, fileBytes, times, cpu })
  } finally {
    await storage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface OpenedList {
  search(person: ScreenedPerson): Promise<PersonHit[]>
  bestOf(): Promise<number[]>
  importSeconds: number
  fileBytes: number
  times: number[]
  cpu: number[]
}

/** People spread over the whole list. */
function samplePeople(size: number): { id: string; person: DrawnPerson }[] {
  const step = Math.max(1, Math.floor(size / PEOPLE))
  const people = []
  let index = 0
  for (const { id, person } of drawList(size, REPORTED)) {
    if (index % step === 0 && people.length < PEOPLE) people.push({ id, person })
    index += 1
  }
  return people
}

/** The effect of the product's threshold and of others; includes held-out kinds. */
function rates(tried: readonly Tried[], strangers: readonly number[]) {
  const threshold = DEFAULT_THRESHOLD / 100
  const kinds = VARIATIONS.map(({ kind, leftOut }) => {
    const scores = tried.filter((each) => each.kind === kind).map(({ score }) => score)
    return { kind, leftOut: leftOut === true, tried: scores.length, found: count(scores, threshold) }
  })
  const scores = tried.map(({ score }) => score)
  return {
    threshold,
    kinds,
    thresholds: THRESHOLDS.map((each) => ({
      threshold: each,
      found: count(scores, each),
      falseHits: count(strangers, each),
    })),
    found: count(scores, threshold),
    undated: count(
      tried.map((each) => each.undated),
      threshold,
    ),
    tried: scores.length,
    strangers: strangers.length,
    falseHits: count(strangers, threshold),
  }
}

const count = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length

function timesOf(times: number[], cpu: number[]) {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
  return { medianMs: at(times, 0.5), p95Ms: at(times, 0.95), cpuMs: at(cpu, 0.5), cpuP95Ms: at(cpu, 0.95) }
}
