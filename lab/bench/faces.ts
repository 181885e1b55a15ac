import { parseArgs } from 'node:util'
import { selfie } from '../../packages/specimen/src/photograph/selfie.ts'
import { readFace } from '../../src/vision/face/read-face.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { documentPortrait, FACES } from '../../test/support/faces.ts'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'
import { add, noCosts, sharesOf } from './support/costs.ts'

/** npm run bench -- faces [--photos=36]: the cost of a selfie from a phone's front camera, by step. */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { photos: { type: 'string' } } })
  const photos = await selfies(Number(values.photos ?? 36))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const spent = noCosts()
  // The first of each person warms up nets and compiler, and does not count.
  for (const photo of photos.slice(0, FACES.length)) await engine.read((context) => readFace(context, photo))
  for (const photo of photos) {
    const before = process.cpuUsage()
    const { value, times } = await engine.read((context) => readFace(context, photo))
    const { user, system } = process.cpuUsage(before)
    if (!value.ok) console.log(`refused: ${value.refusal}`)
    add(spent, (user + system) / 1000, times)
  }
  const { pages } = spent
  const cpuMs = { p50: median(pages), p95: percentile(pages, 0.95) }
  const figures = { pages: pages.length, cpuMs, steps: sharesOf(spent) }
  for (const table of tablesOf('faceCost', figures)) console.log(renderTable(table))
  return [{ set: 'faceCost', figures }]
}

/** The people of the fixtures in turn, each in another room and light. */
async function selfies(count: number): Promise<Uint8Array[]> {
  const taken: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const { jpeg, face } = await documentPortrait(FACES[i % FACES.length] as (typeof FACES)[number])
    taken.push((await selfie(jpeg, { face, seed: i, brightness: 0.85 + 0.05 * (i % 7) })).jpeg)
  }
  return taken
}
