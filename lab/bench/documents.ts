import { parseArgs } from 'node:util'
import { readPage } from '../../src/vision/document/read-page.ts'
import { openReadEngine, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { hostilePictures } from '../../test/support/hostile-pictures.ts'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'
import { add, noCosts, sharesOf, sumOf } from './support/costs.ts'
import { openEngineWorker } from './support/engine-worker.ts'
import { photographs } from './support/photographs.ts'

/**
 * npm run bench -- documents [--photos=28] [--pages=1000] [--hostile=2000]: the cost of a page by step, whether memory
 * grows over many pages in a worker, and the results for deliberately broken pictures.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: { photos: { type: 'string' }, pages: { type: 'string' }, hostile: { type: 'string' } },
  })
  const photos = await photographs(Number(values.photos ?? 28))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  await engine.read((context) => readPage(context, photos[0] as Uint8Array))
  const pages = Number(values.pages ?? 1000)
  const pictures = Number(values.hostile ?? 2000)
  return [
    await costs(engine, photos),
    ...(pages ? [await growth(photos, pages)] : []),
    ...(pictures ? [await hostile(photos[0] as Uint8Array, pictures)] : []),
  ]
}

async function costs(engine: ReadEngine, photos: readonly Uint8Array[]): Promise<Measurement> {
  const spent = noCosts()
  for (const photo of photos) {
    const before = process.cpuUsage()
    const { times } = await engine.read((context) => readPage(context, photo))
    const { user, system } = process.cpuUsage(before)
    add(spent, (user + system) / 1000, times)
  }
  const { pages } = spent
  const cpuMs = { p50: median(pages), p95: percentile(pages, 0.95) }
  const figures = { pages: pages.length, cpuMs, steps: sharesOf(spent) }
  for (const table of tablesOf('pageCost', figures)) console.log(renderTable(table))
  return { set: 'pageCost', figures }
}

/** Page after page in a separate worker: its memory over time, and the cost of the pages since the last mark. */
async function growth(photos: readonly Uint8Array[], pages: number): Promise<Measurement> {
  const worker = await openEngineWorker(DEFAULT_SETTINGS)
  const every = Math.min(100, Math.max(1, Math.floor(pages / 10)))
  const resident: number[] = []
  const marks: { pages: number; residentMb: number }[] = []
  const taken: number[] = []
  let spent = noCosts()
  for (let page = 1; page <= pages; page++) {
    const { times, residentBytes, outcome } = await worker.readPage(photos[page % photos.length] as Uint8Array)
    if (outcome.kind !== 'result') throw new Error(`page ${page}: ${outcome.message}`)
    const all = sumOf(times.map(({ cpuMs }) => cpuMs))
    add(spent, all, times)
    taken.push(all)
    resident.push(residentBytes / 1e6)
    if (page % every !== 0) continue
    marks.push({ pages: page, residentMb: Math.round(residentBytes / 1e6) })
    const shares = sharesOf(spent).flatMap(({ step, mean }) => (mean > 0 ? [`${step} ${mean}`] : []))
    console.log(
      `${page} pages: ${(residentBytes / 1e6).toFixed(0)} MB resident, steps of a page p50 ${median(spent.pages).toFixed(0)} CPU-ms (${shares.join(', ')})`,
    )
    spent = noCosts()
  }
  worker.close()
  const figures = { pages, cpuMs: { p50: median(taken) }, marks, mostMb: Math.max(...resident) }
  for (const table of tablesOf('memory', figures)) console.log(renderTable(table))
  return { set: 'memory', figures }
}

/** In a worker as started by the pool: a crash would end the bench, and its peak memory is reported. */
async function hostile(source: Uint8Array, count: number): Promise<Measurement> {
  const worker = await openEngineWorker(DEFAULT_SETTINGS)
  const kinds = new Map<string, number>()
  const outcomes: Record<string, number> = {}
  let longestMs = 0
  let mostMb = 0
  for await (const { kind, bytes } of hostilePictures(count, source)) {
    const started = performance.now()
    const { outcome: read, residentBytes } = await worker.readPage(bytes)
    if (read.kind === 'fault') throw new Error(`${kind}: ${read.message}`)
    const outcome =
      read.kind === 'bad-picture' ? read.problem : 'ok' in read.result && read.result.ok ? 'read' : 'refused'
    longestMs = Math.max(longestMs, performance.now() - started)
    mostMb = Math.max(mostMb, residentBytes / 1e6)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    kinds.set(`${kind}: ${outcome}`, (kinds.get(`${kind}: ${outcome}`) ?? 0) + 1)
  }
  worker.close()
  const figures = { pictures: count, longestMs: Math.round(longestMs), mostMb: Math.round(mostMb), outcomes }
  console.table([...kinds].map(([outcome, pictures]) => ({ outcome, pictures })))
  for (const table of tablesOf('hostile', figures)) console.log(renderTable(table))
  return { set: 'hostile', figures }
}
