import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import type { Measurement } from './support/bench.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { photographs } from './support/photographs.ts'
import { cpuMsOf } from './support/process-tree.ts'
import { serve } from './support/serve.ts'

const runShell = promisify(execFile)
const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

/**
 * npm run bench -- side-by-side --pids PID,… --command 'SHELL COMMAND WITH {}' [--face FILE] [--count 12] [--rounds 3]:
 * compares another program on this machine that does the same work with this service, in one run. The command sends the
 * picture that replaces {} to it; name its processes so that their CPU time, with that of all their children, can be
 * counted. Without --face the pictures are photographed specimens, otherwise that face, repeatedly.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { pids: text, command: text, face: text, count: text, rounds: text } })
  if (!values.pids || !values.command?.includes('{}')) throw new Error("say --pids PID,… and --command '… {} …'")
  const folder = await mkdtemp(join(tmpdir(), 'limen-next to-'))
  const files = values.face ? [values.face] : await written(folder, Number(values.count ?? 12))
  const service = await startOurs(folder)
  const { command } = values
  const both: Contender[] = [
    { name: 'the other', pids: values.pids.split(',').map(Number), send: (file) => sendTheirs(command, file) },
    {
      name: 'Limen',
      pids: [service.pid],
      send: (file) => sendOurs(service.address, values.face ? 'face' : 'document', file),
    },
  ]
  try {
    const least = await leastOf(both, files, Number(values.rounds ?? 3))
    console.log(renderTable(tableOf(both, least)))
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return []
}

interface Contender {
  name: string
  pids: number[]
  send(file: string): Promise<void>
}

interface Cost {
  cpuMs: number
  wallMs: number
}

/**
 * Each picture goes to both in turn, so that other load on the machine affects both; the minimum of the rounds counts.
 */
async function leastOf(both: readonly Contender[], files: string[], rounds: number): Promise<Cost[][]> {
  const least: Cost[][] = both.map(() => [])
  // The first round warms up nets and compiler, and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const [at, file] of files.entries())
      for (const [which, contender] of both.entries()) {
        const cost = await costOf(contender, file)
        const known = least[which]?.[at]
        if (round > 0 && least[which]) least[which][at] = known && known.cpuMs < cost.cpuMs ? known : cost
        process.stderr.write(`\rround ${round} of ${rounds}, picture ${at + 1} of ${files.length}`)
      }
  process.stderr.write('\n')
  return least
}

async function costOf({ pids, send }: Contender, file: string): Promise<Cost> {
  const [began, before] = [performance.now(), cpuMsOf(pids)]
  await send(file)
  const wallMs = performance.now() - began
  return { cpuMs: cpuMsOf(pids) - before, wallMs }
}

function tableOf(both: readonly Contender[], least: readonly Cost[][]) {
  const medians = least.map((costs) => median(costs.map(({ cpuMs }) => cpuMs)))
  return {
    title: 'Next to another program, in one run',
    head: ['', 'CPU-ms, median', '95th percentile', 'wall ms, median', 'times the cost of Limen'],
    rows: both.map(({ name }, which) => {
      const costs = least[which] ?? []
      return [
        name,
        String(Math.round(medians[which] ?? 0)),
        String(
          Math.round(
            percentile(
              costs.map(({ cpuMs }) => cpuMs),
              0.95,
            ),
          ),
        ),
        String(Math.round(median(costs.map(({ wallMs }) => wallMs)))),
        ((medians[which] ?? 0) / (medians[1] ?? 1)).toFixed(1),
      ]
    }),
  }
}

async function written(folder: string, count: number): Promise<string[]> {
  const taken = await photographs(count)
  const files = taken.map((_, at) => join(folder, `${at}.jpg`))
  for (const [at, file] of files.entries()) await writeFile(file, taken[at] as Uint8Array)
  return files
}

async function startOurs(folder: string) {
  const service = await serve(folder, {
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    RATE_LIMIT: '0',
    ENGINE_WORKERS: '1',
  })
  while (!(await fetch(`${service.address}/healthz`)).ok) await new Promise((resolve) => setTimeout(resolve, 100))
  return service
}

/** Whatever the answer: a refused picture was also processed. */
async function sendOurs(address: string, path: 'document' | 'face', file: string): Promise<void> {
  const opened = await fetch(`${address}/api/v1/enrolment/initialize`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  const { accessToken } = (await opened.json()) as { accessToken: string }
  const answer = await fetch(`${address}/api/v1/enrolment/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' },
    body: await readFile(file),
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

async function sendTheirs(command: string, file: string): Promise<void> {
  await runShell('sh', ['-c', command.replaceAll('{}', `'${file.replaceAll("'", `'\\''`)}'`)], {
    maxBuffer: 64_000_000,
  })
}
