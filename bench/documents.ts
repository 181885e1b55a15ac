import { parseArgs } from 'node:util'
import { BadPicture } from '../src/actions/ports/engine.ts'
import { readPage } from '../src/engine/page/read-page.ts'
import { DEFAULT_SETTINGS } from '../src/engine/settings.ts'
import { openWorkbench, type StepTime, type Workbench } from '../src/engine/workbench.ts'
import { median, percentile } from '../src/evaluate/measure/overlap.ts'
import { drawSpecimen } from '../src/specimen/draw/draw-specimen.ts'
import { KINDS } from '../src/specimen/issue/truth.ts'
import { LEVELS, photograph } from '../src/specimen/photograph/photograph.ts'
import { hostilePictures } from '../test/support/hostile-pictures.ts'
import { openEngineWorker } from './support/engine-worker.ts'

/**
 * npm run bench -- documents [--photos=28] [--pages=1000] [--hostile=2000]: what a page costs and where, whether memory
 * grows over many pages in a worker, and what becomes of pictures that are broken on purpose.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { photos: { type: 'string' }, pages: { type: 'string' }, hostile: { type: 'string' } },
  })
  const photos = await photographs(Number(values.photos ?? 28))
  const bench = openWorkbench(DEFAULT_SETTINGS)
  await bench.read((desk) => readPage(desk, photos[0] as Uint8Array))
  await costs(bench, photos)
  await growth(photos, Number(values.pages ?? 1000))
  await hostile(bench, photos[0] as Uint8Array, Number(values.hostile ?? 2000))
}

/** Photographed specimens of every kind, both sides, at every level. */
async function photographs(count: number): Promise<Uint8Array[]> {
  const taken: Uint8Array[] = []
  for (let seed = 1; taken.length < count; seed++) {
    for (const kind of KINDS) {
      const { front, back } = await drawSpecimen({ kind, seed })
      const level = LEVELS[seed % LEVELS.length] as (typeof LEVELS)[number]
      for (const side of [front, back]) {
        if (side && taken.length < count) taken.push((await photograph(side, { seed, level, turn: 'any' })).jpeg)
      }
    }
  }
  return taken
}

/** What the pages of a stretch took, in CPU-ms, and each of their steps. */
interface Costs {
  pages: number[]
  steps: Map<string, number[]>
}

const noCosts = (): Costs => ({ pages: [], steps: new Map() })

function add(costs: Costs, page: number, times: readonly StepTime[]): void {
  costs.pages.push(page)
  const steps = new Map<string, number>()
  for (const { step, cpuMs } of times) steps.set(step, (steps.get(step) ?? 0) + cpuMs)
  for (const [step, cpuMs] of steps) costs.steps.set(step, [...(costs.steps.get(step) ?? []), cpuMs])
}

/** Each step's share of all processor time; a step that a page did not take counts as 0. */
function sharesOf({ pages, steps }: Costs) {
  const all = sumOf(pages)
  const named = [...steps].map(([step, values]) => ({ step, values, sum: sumOf(values) }))
  const rest = all - sumOf(named.map(({ sum }) => sum))
  return [
    ...named
      .toSorted((a, b) => b.sum - a.sum)
      .map(({ step, values, sum }) => row(step, values, sum, pages.length, all)),
    {
      step: '(between steps)',
      pages: pages.length,
      'p50 CPU-ms': '',
      'mean CPU-ms': mean(rest, pages.length),
      share: percent(rest, all),
    },
  ]
}

const row = (step: string, values: number[], sum: number, pages: number, all: number) => ({
  step,
  pages: values.length,
  'p50 CPU-ms': Math.round(median([...values, ...new Array<number>(pages - values.length).fill(0)])),
  'mean CPU-ms': mean(sum, pages),
  share: percent(sum, all),
})

const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const mean = (sum: number, count: number) => Math.round(sum / count)
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

async function costs(bench: Workbench, photos: readonly Uint8Array[]): Promise<void> {
  const spent = noCosts()
  for (const photo of photos) {
    const before = process.cpuUsage()
    const { times } = await bench.read((desk) => readPage(desk, photo))
    const { user, system } = process.cpuUsage(before)
    add(spent, (user + system) / 1000, times)
  }
  const { pages } = spent
  console.log(
    `${pages.length} pages: p50 ${median(pages).toFixed(0)}, p95 ${percentile(pages, 0.95).toFixed(0)} CPU-ms a page`,
  )
  console.table(sharesOf(spent))
}

/** Page after page in a worker of its own: what memory it holds as it goes, and what the pages since the last mark took. */
async function growth(photos: readonly Uint8Array[], pages: number): Promise<void> {
  if (pages === 0) return
  const worker = await openEngineWorker(DEFAULT_SETTINGS)
  const every = Math.min(100, Math.max(1, Math.floor(pages / 10)))
  const resident: number[] = []
  let spent = noCosts()
  for (let page = 1; page <= pages; page++) {
    const { times, residentBytes, outcome } = await worker.readPage(photos[page % photos.length] as Uint8Array)
    if (outcome.kind !== 'result') throw new Error(`page ${page}: ${outcome.message}`)
    const all = sumOf(times.map(({ cpuMs }) => cpuMs))
    add(spent, all, times)
    resident.push(residentBytes / 1e6)
    if (page % every !== 0) continue
    const shares = sharesOf(spent).flatMap(({ step, 'mean CPU-ms': ms }) => (ms > 0 ? [`${step} ${ms}`] : []))
    console.log(
      `${page} pages: ${(residentBytes / 1e6).toFixed(0)} MB resident, steps of a page p50 ${median(spent.pages).toFixed(0)} CPU-ms (${shares.join(', ')})`,
    )
    spent = noCosts()
  }
  worker.close()
  const fifth = Math.ceil(resident.length / 5)
  // The first fifth still loads what is needed for the first time.
  const [early, late] = [resident.slice(fifth, 2 * fifth), resident.slice(-fifth)]
  console.log(
    `memory of the worker: at most ${Math.max(...resident).toFixed(0)} MB; median of the second fifth of the pages ${median(early).toFixed(0)} MB, of the last ${median(late).toFixed(0)} MB`,
  )
}

async function hostile(bench: Workbench, source: Uint8Array, count: number): Promise<void> {
  if (count === 0) return
  const outcomes = new Map<string, number>()
  let longest = 0
  for await (const { kind, bytes } of hostilePictures(count, source)) {
    const started = performance.now()
    const reading = bench.read((desk) => readPage(desk, bytes))
    const outcome = await reading.then(
      ({ value }) => (value.ok ? 'read' : value.refusal),
      (error) => {
        if (error instanceof BadPicture) return error.kind
        throw error
      },
    )
    longest = Math.max(longest, performance.now() - started)
    const key = `${kind}: ${outcome}`
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
  }
  console.log(`${count} hostile pictures, the longest took ${longest.toFixed(0)} ms`)
  console.table([...outcomes].map(([outcome, pictures]) => ({ outcome, pictures })))
}
