import { existsSync, readFileSync } from 'node:fs'
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
  typeof import('../../../src/engine/read-engine.ts'),
  typeof import('../../../src/engine/settings.ts'),
  typeof import('../../../src/engine/document/read-page.ts'),
  typeof import('../../../src/engine/face/read-face.ts'),
]

const [tree = ''] = process.argv.slice(2)
const inTree = (file: string) => path.join(tree, 'src/engine', file)
/** The name of today, or the one that versions up to 0.2 have. */
const eitherOf = (now: string, before: string) => (existsSync(inTree(now)) ? now : before)
const first = eitherOf('read-engine.ts', 'workbench.ts')
const files = [first, 'settings.ts', eitherOf('document/read-page.ts', 'page/read-page.ts'), 'face/read-face.ts']
const [opening, { DEFAULT_SETTINGS }, { readPage }, { readFace }] = (await Promise.all(
  files.map((file) => import(pathToFileURL(inTree(file)).href)),
)) as Modules
const openEngine = Object.entries(opening).find(([name]) => /^open(ReadEngine|Workbench)$/.test(name))?.[1]
if (!openEngine) throw new Error(`${inTree(first)} opens no engine`)
const engine = openEngine(DEFAULT_SETTINGS)

process.on('message', async ({ task, file }: Asked) => {
  const bytes = readFileSync(file)
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  const { times } =
    task === 'page'
      ? await engine.read((context) => readPage(context, bytes))
      : await engine.read((context) => readFace(context, bytes))
  const { user, system } = process.cpuUsage(cpu)
  const steps: Record<string, number> = {}
  for (const { step, cpuMs } of times) steps[step] = (steps[step] ?? 0) + cpuMs
  process.send?.({ cpuMs: (user + system) / 1000, wallMs: performance.now() - started, steps } satisfies Answered)
})
