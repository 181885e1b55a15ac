import { parseArgs } from 'node:util'
import { BadPicture } from '../src/actions/ports.ts'
import { readPage } from '../src/engine/read-page.ts'
import { DEFAULT_SETTINGS } from '../src/engine/settings.ts'
import { openWorkbench, type Workbench } from '../src/engine/workbench.ts'
import { median, percentile } from '../src/evaluate/overlap.ts'
import { drawSpecimen } from '../src/specimen/draw-specimen.ts'
import { LEVELS, photograph } from '../src/specimen/photograph.ts'
import { KINDS } from '../src/specimen/truth.ts'
import { hostilePictures } from '../test/support/hostile-pictures.ts'

/**
 * npm run bench -- documents [--photos=28] [--pages=1000] [--hostile=2000]: what a page costs and where, whether memory
 * grows over many pages, and what becomes of pictures that are broken on purpose. One process, as one worker.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { photos: { type: 'string' }, pages: { type: 'string' }, hostile: { type: 'string' } },
  })
  const photos = await photographs(Number(values.photos ?? 28))
  const bench = openWorkbench(DEFAULT_SETTINGS)
  await readPage(bench, photos[0] as Uint8Array)
  await costs(bench, photos)
  await growth(bench, photos, Number(values.pages ?? 1000))
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

async function readAndTime(bench: Workbench, photo: Uint8Array, costs: Costs): Promise<void> {
  bench.laps()
  const before = process.cpuUsage()
  await readPage(bench, photo)
  const { user, system } = process.cpuUsage(before)
  costs.pages.push((user + system) / 1000)
  const page = new Map<string, number>()
  for (const { step, cpuMs } of bench.laps()) page.set(step, (page.get(step) ?? 0) + cpuMs)
  for (const [step, cpuMs] of page) costs.steps.set(step, [...(costs.steps.get(step) ?? []), cpuMs])
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
  for (const photo of photos) await readAndTime(bench, photo, spent)
  const { pages } = spent
  console.log(
    `${pages.length} pages: p50 ${median(pages).toFixed(0)}, p95 ${percentile(pages, 0.95).toFixed(0)} CPU-ms a page`,
  )
  console.table(sharesOf(spent))
}

/** Reads page after page and says as it goes what memory it holds and what the pages since the last mark took. */
async function growth(bench: Workbench, photos: readonly Uint8Array[], pages: number): Promise<void> {
  const every = Math.min(100, Math.max(1, Math.floor(pages / 10)))
  const resident: number[] = []
  let spent = noCosts()
  for (let page = 1; page <= pages; page++) {
    await readAndTime(bench, photos[page % photos.length] as Uint8Array, spent)
    if (page % every !== 0) continue
    const { rss, heapUsed, external } = process.memoryUsage()
    resident.push(rss / 1e6)
    const steps = sharesOf(spent).map((step) => `${step.step} ${step['mean CPU-ms']}`)
    console.log(
      `${page} pages: ${mb(rss)} MB resident (heap ${mb(heapUsed)}, outside it ${mb(external)}), p50 ${median(spent.pages).toFixed(0)} CPU-ms; mean ${steps.join(', ')}`,
    )
    spent = noCosts()
  }
  if (resident.length < 3) return
  // The first mark still holds what is loaded on first use.
  const [early = 0, late = 0] = [
    resident.slice(1, 1 + Math.ceil(resident.length / 3)),
    resident.slice(-Math.ceil(resident.length / 3)),
  ].map(median)
  console.log(
    `memory: at most ${Math.max(...resident).toFixed(0)} MB; median ${early.toFixed(0)} MB in the first third, ${late.toFixed(0)} MB in the last`,
  )
}

const mb = (bytes: number) => Math.round(bytes / 1e6)

async function hostile(bench: Workbench, source: Uint8Array, count: number): Promise<void> {
  const outcomes = new Map<string, number>()
  let longest = 0
  for await (const { kind, bytes } of hostilePictures(count, source)) {
    const started = performance.now()
    const outcome = await readPage(bench, bytes).then(
      (result) => (result.ok ? 'read' : result.refusal),
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
