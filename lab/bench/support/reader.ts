import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A process that reads pictures with the engine of the tree it is given, and says what each step took. */

export type Task = 'page' | 'face'

export interface Asked {
  task: Task
  file: string
}

export interface Answered {
  cpuMs: number
  wallMs: number
  /** CPU-ms by step. */
  steps: Record<string, number>
}

type Modules = [
  typeof import('../../../src/engine/workbench.ts'),
  typeof import('../../../src/engine/settings.ts'),
  typeof import('../../../src/engine/page/read-page.ts'),
  typeof import('../../../src/engine/face/read-face.ts'),
]

const [tree = ''] = process.argv.slice(2)
const files = ['workbench.ts', 'settings.ts', 'page/read-page.ts', 'face/read-face.ts']
const [{ openWorkbench }, { DEFAULT_SETTINGS }, { readPage }, { readFace }] = (await Promise.all(
  files.map((file) => import(pathToFileURL(path.join(tree, 'src/engine', file)).href)),
)) as Modules
const bench = openWorkbench(DEFAULT_SETTINGS)

process.on('message', async ({ task, file }: Asked) => {
  const bytes = readFileSync(file)
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  const { times } =
    task === 'page'
      ? await bench.read((desk) => readPage(desk, bytes))
      : await bench.read((desk) => readFace(desk, bytes))
  const { user, system } = process.cpuUsage(cpu)
  const steps: Record<string, number> = {}
  for (const { step, cpuMs } of times) steps[step] = (steps[step] ?? 0) + cpuMs
  process.send?.({ cpuMs: (user + system) / 1000, wallMs: performance.now() - started, steps } satisfies Answered)
})
