import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { StartFigures } from '../evaluate/report/tables/wait.ts'
import type { Measurement } from './support/bench.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { serve } from './support/serve.ts'

/**
 * npm run bench -- start [--starts=5]: the time from the command to the first worker that accepts a picture, in an
 * empty folder.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { starts: { type: 'string' } } })
  const count = Number(values.starts ?? 5)
  const starts: Awaited<ReturnType<typeof startOnce>>[] = []
  for (let i = 0; i < count; i++) starts.push(await startOnce())
  const of = (key: keyof (typeof starts)[number]) => Math.round(median(starts.map((start) => start[key])))
  const figures: StartFigures = {
    starts: count,
    listensMs: of('listensMs'),
    readyMs: of('readyMs'),
    cpuMs: of('cpuMs'),
    leastMs: Math.round(Math.min(...starts.map(({ readyMs }) => readyMs))),
  }
  for (const table of tablesOf('start', figures)) console.log(renderTable(table))
  return [{ set: 'start', figures }]
}

async function startOnce() {
  const folder = await mkdtemp(join(tmpdir(), 'limen-start-'))
  const began = performance.now()
  const service = await serve(folder, {
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    // With the cache that npm start has from its second start.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../..', '.cache', 'compiled'),
  })
  try {
    const listensMs = performance.now() - began
    const cpuMs = service.cpuMs()
    while ((await fetch(`${service.address}/healthz`)).status !== 200) await sleep(50)
    return { listensMs, cpuMs, readyMs: performance.now() - began }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
