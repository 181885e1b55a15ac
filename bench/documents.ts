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

async function costs(bench: Workbench, photos: readonly Uint8Array[]): Promise<void> {
  const totals: number[] = []
  const steps = new Map<string, number[]>()
  for (const photo of photos) {
    bench.laps()
    const before = process.cpuUsage()
    await readPage(bench, photo)
    const { user, system } = process.cpuUsage(before)
    totals.push((user + system) / 1000)
    const page = new Map<string, number>()
    for (const { step, cpuMs } of bench.laps()) page.set(step, (page.get(step) ?? 0) + cpuMs)
    for (const [step, cpuMs] of page) steps.set(step, [...(steps.get(step) ?? []), cpuMs])
  }
  const sum = totals.reduce((a, b) => a + b, 0)
  console.log(
    `${photos.length} pages: p50 ${median(totals).toFixed(0)}, p95 ${percentile(totals, 0.95).toFixed(0)} CPU-ms`,
  )
  console.table(
    [...steps].map(([step, values]) => ({
      step,
      'p50 CPU-ms': Math.round(median(values)),
      share: `${((100 * values.reduce((a, b) => a + b, 0)) / sum).toFixed(1)} %`,
    })),
  )
}

async function growth(bench: Workbench, photos: readonly Uint8Array[], pages: number): Promise<void> {
  const marks: Record<string, number>[] = []
  for (let page = 1; page <= pages; page++) {
    await readPage(bench, photos[page % photos.length] as Uint8Array)
    if (page % Math.max(1, Math.floor(pages / 10)) === 0) {
      marks.push({ pages: page, 'resident MB': Math.round(process.memoryUsage.rss() / 1e6) })
    }
  }
  console.table(marks)
}

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
