import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readPage } from '../../src/vision/document/read-page.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import type { Measurement } from './support/bench.ts'
import { drawFlameGraph, type Profile } from './support/flame-graph.ts'
import { photographs } from './support/photographs.ts'

const PICTURE = fileURLToPath(new URL('../../docs/plots/page-flame.svg', import.meta.url))

/** npm run bench -- flame [--photos=14]: the time of a page by function, into docs/plots. */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { photos: { type: 'string' } } })
  const photos = await photographs(Number(values.photos ?? 14))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const readAll = async () => {
    for (const photo of photos) await engine.read((context) => readPage(context, photo))
  }
  await readAll()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  await readAll()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const title = `Reading ${photos.length} photographed specimens: wide is long, what is called stands above`
  await writeFile(PICTURE, drawFlameGraph(profile as Profile, title))
  console.log('docs/plots/page-flame.svg: written')
  return []
}
