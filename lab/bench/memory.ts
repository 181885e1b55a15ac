import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ResidentFigures } from '../evaluate/report/tables/resident.ts'
import type { Measurement } from './support/bench.ts'
import type { Child } from './support/child.ts'
import { openSession } from './support/enrol-session.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { photographs } from './support/photographs.ts'
import { childrenOf } from './support/process-tree.ts'
import { serve } from './support/serve.ts'

/** Both sides of every kind of specimen, at every level. */
const PICTURES = 24
const LOOKS = [0, 10, 100, 300, 1_000, 3_000]

/**
 * npm run bench -- memory [--pages=1000] [--workers=2]: the memory of the service as run by `npm start`, and of its
 * workers, after this number of pages, with as many in parallel as there are workers (Linux).
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { pages: text, workers: text } })
  const [pages, workers] = [Number(values.pages ?? 1_000), Number(values.workers ?? 2)]
  const pictures = await photographs(PICTURES)
  const folder = await mkdtemp(join(tmpdir(), 'limen-memory-'))
  const service = await serve(folder, {
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    ENGINE_WORKERS: String(workers),
  })
  try {
    while (workersOf(service).length < workers) await sleep(100)
    await sleep(5_000) // the last worker opens its nets
    const rows: ResidentFigures['rows'] = []
    let sent = 0
    for (const until of [...LOOKS.filter((at) => at < pages), pages]) {
      const send = async () => {
        while (sent < until) {
          const picture = pictures[sent++ % pictures.length] as Uint8Array
          await (await openSession(service.address))('document', picture)
        }
      }
      await Promise.all(Array.from({ length: workers }, send))
      rows.push({ pages: until, serviceMb: Math.round(service.residentMb()), workerMb: workersOf(service) })
      console.log(JSON.stringify(rows.at(-1)))
    }
    const figures: ResidentFigures = { rows }
    for (const table of tablesOf('resident', figures)) console.log(renderTable(table))
    return [{ set: 'resident', figures }]
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The memory of each worker in MB: shared pages of a library count for each. */
const workersOf = ({ pid }: Child): number[] =>
  childrenOf(pid).map((child) => {
    const status = readFileSync(`/proc/${child}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
  })
