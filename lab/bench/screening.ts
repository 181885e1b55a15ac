import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { importList } from '../../src/features/screening/actions/import-list.ts'
import type { ScreenedPerson } from '../../src/features/screening/domain/person.ts'
import { findCandidates } from '../../src/features/screening/match/find-candidates.ts'
import { preparePerson } from '../../src/features/screening/match/score.ts'
import { findPerson } from '../../src/features/screening/open-screening.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { DEFAULT_THRESHOLD } from '../../src/kernel/tenants/tenant.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../evaluate/measure/rates.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { IndexRow, ScreeningScale, ScreeningScaleFigures } from '../evaluate/report/tables/screening.ts'
import { numbersFrom } from '../screening/draw-people.ts'
import { drawList, drawStrangers, REPORTED, writeList } from '../screening/drawn-list.ts'
import { unrelated, VARIATIONS, varied } from '../screening/variations.ts'
import type { Measurement } from './support/bench.ts'
import type { Kind } from './support/on-databases.ts'
import { WEIGHED } from './support/screening-indexes.ts'

/** People who are searched for: half of them are on the list, in one variation each; half are on none. */
const SEARCHES = 400

/**
 * npm run bench -- screening [--entities 1000000] [--only sqlite|postgres] [--weigh 100000]: a drawn list of that size
 * is imported and people are searched for in it, on each database; `--weigh` compares other ways to find candidates.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      entities: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      weigh: { type: 'string' },
    },
  })
  const figures: ScreeningScaleFigures = { searches: SEARCHES, scales: [], indexes: [] }
  for (const size of values.entities.split(',').map(Number))
    for (const kind of ['sqlite', 'postgres'] as const) {
      if (values.only && values.only !== kind) continue
      const missing = kind === 'postgres' ? postgresUnavailable() : undefined
      if (missing) console.log(`PostgreSQL was not measured: ${missing}`)
      else figures.scales.push(await measureScale(kind, size))
    }
  if (values.weigh) figures.indexes.push(...(await weigh(Number(values.weigh))))
  for (const table of tablesOf('screeningScale', figures)) console.log(renderTable(table))
  return [{ set: 'screeningScale', figures }]
}

async function measureScale(database: Kind, entities: number): Promise<ScreeningScale> {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-screening-'))
  const server = database === 'postgres' ? await startPostgres() : undefined
  const clock = () => new Date()
  const databaseUrl = await server?.createDatabase()
  const storage = await openStorage({ dataDir: folder, databaseUrl, clock, defaultPolicy: defaultPolicy() })
  try {
    const file = path.join(folder, 'list.jsonl')
    await writeList(file, entities, REPORTED)
    const wanted = { name: 'drawn', path: file, origin: 'drawn', format: 'ftm' } as const
    let most = 0
    let shown = 0
    const imported = await measured(() =>
      importList({ ...storage, clock }, wanted, 'system', (persons) => {
        most = Math.max(most, process.memoryUsage().rss)
        if (persons - shown < 100_000) return
        shown = persons
        console.log(`${database}: ${persons} of ${entities}, ${Math.round(most / 1e6)} MB`)
      }),
    )
    if (!imported.value.ok) throw new Error(imported.value.refusal)
    const lists = await storage.watchlists.all()
    const search = (person: ScreenedPerson) =>
      findPerson(storage.watchlists, lists, person, DEFAULT_THRESHOLD / 100).then((hits) =>
        hits.map(({ entry }) => entry.id),
      )
    const searched = await timeSearches(entities, search, (at) => `drawn-${at}`)
    return {
      database,
      entities,
      importSeconds: imported.ms / 1_000,
      importCpuSeconds: imported.cpuMs / 1_000,
      mostMegabytes: most / 1e6,
      ...searched,
    }
  } finally {
    await storage.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Only the first stage, with each way to find candidates. */
async function weigh(entities: number): Promise<IndexRow[]> {
  const found: IndexRow[] = []
  for (const [index, build] of Object.entries(WEIGHED)) {
    if (index.includes('PostgreSQL') && postgresUnavailable()) continue
    const { value: built, ms, cpuMs } = await measured(() => build(entities))
    const searched = await timeSearches(
      entities,
      (person) => built.find(preparePerson(person)),
      (at) => at,
    )
    found.push({ index, entities, buildSeconds: ms / 1_000, buildCpuSeconds: cpuMs / 1_000, ...searched })
    await built.close()
    console.log(found.at(-1))
  }
  found.push(await weighPacked(entities))
  return found
}

/** The product's own index, also only its first stage. */
async function weighPacked(entities: number): Promise<IndexRow> {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-screening-'))
  const clock = () => new Date()
  const storage = await openStorage({ dataDir: folder, clock, defaultPolicy: defaultPolicy() })
  try {
    const file = path.join(folder, 'list.jsonl')
    await writeList(file, entities, REPORTED)
    const wanted = { name: 'drawn', path: file, origin: 'drawn', format: 'ftm' } as const
    const { ms, cpuMs } = await measured(() => importList({ ...storage, clock }, wanted, 'system'))
    const [list] = await storage.watchlists.all()
    const version = list?.version ?? 0
    const source = {
      size: entities,
      counts: (keys: readonly number[]) => storage.watchlists.postingCounts(version, keys),
      postings: (keys: readonly number[]) => storage.watchlists.postings(version, keys),
    }
    const find = async (person: ScreenedPerson) => (await findCandidates(preparePerson(person), source)).numbers
    const searched = await timeSearches(entities, find, (at) => at)
    const index = 'packed postings in SQLite (whole import)'
    return { index, entities, buildSeconds: ms / 1_000, buildCpuSeconds: cpuMs / 1_000, ...searched }
  } finally {
    await storage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every search separately; `idOf` gives the id of the person at that position of the list. */
async function timeSearches<Id>(
  entities: number,
  search: (person: ScreenedPerson) => Promise<Id[]>,
  idOf: (at: number) => Id,
) {
  const [times, cpu]: [number[], number[]] = [[], []]
  let found = 0
  const people = peopleOf(entities)
  for (const { at, shown } of people) {
    const { value, ms, cpuMs } = await measured(() => search(shown))
    times.push(ms)
    cpu.push(cpuMs)
    if (at !== undefined && value.includes(idOf(at))) found += 1
  }
  return {
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs: quantile(cpu, 0.5),
    cpuP95Ms: quantile(cpu, 0.95),
    found,
    wanted: people.filter(({ at }) => at !== undefined).length,
  }
}

function peopleOf(entities: number): { at?: number; shown: ScreenedPerson }[] {
  const step = Math.max(1, Math.floor((entities * 2) / SEARCHES))
  const draw = numbersFrom(entities)
  const people: { at?: number; shown: ScreenedPerson }[] = []
  let at = 0
  for (const { person } of drawList(entities, REPORTED)) {
    const kind = VARIATIONS[people.length % VARIATIONS.length]
    const shown = at % step === 0 && kind ? varied(person, kind, draw) : undefined
    if (shown && people.length < SEARCHES / 2) people.push({ at, shown })
    at += 1
  }
  for (const person of drawStrangers(SEARCHES / 2, REPORTED)) people.push({ shown: unrelated(person) })
  return people
}

async function measured<Value>(act: () => Promise<Value>): Promise<{ value: Value; ms: number; cpuMs: number }> {
  const before = process.cpuUsage()
  const start = performance.now()
  const value = await act()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { value, ms, cpuMs: (user + system) / 1_000 }
}
