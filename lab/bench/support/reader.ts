import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReadEngine } from '../../../src/vision/read-engine.ts'

/** A process that reads pictures with the engine of the given tree, and reports the time of each step. */

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

const [tree = ''] = process.argv.slice(2)
const folder = ['src/vision', 'src/engine'].map((name) => path.join(tree, name)).find(existsSync) ?? tree
const inTree = (file: string) => path.join(folder, file)
const load = (file: string) => import(pathToFileURL(inTree(file)).href)

/** Steps in execution order. */
type Steps = readonly { step: string; cpuMs: number }[]
type Read = (task: Task, bytes: Uint8Array) => Promise<Steps>

/** Opens the engine of the tree, in any version's layout. */
async function openReader(): Promise<Read> {
  const { DEFAULT_SETTINGS } = await load('settings.ts')
  if (existsSync(inTree('read-page.ts'))) return openFirstForm(DEFAULT_SETTINGS)
  const opened = existsSync(inTree('read-engine.ts')) ? 'read-engine.ts' : 'workbench.ts'
  const { openReadEngine, openWorkbench } = await load(opened)
  const page = existsSync(inTree('document/read-page.ts')) ? 'document/read-page.ts' : 'page/read-page.ts'
  const [{ readPage }, { readFace }] = await Promise.all([load(page), load('face/read-face.ts')])
  const engine: ReadEngine = (openReadEngine ?? openWorkbench)(DEFAULT_SETTINGS)
  await warmUp(engine)
  return async (task, bytes) => {
    const read = task === 'page' ? readPage : readFace
    return (await engine.read((context) => read(context, bytes))).times
  }
}

/** The warm-up of that version's workers: earlier versions have none. */
async function warmUp(engine: ReadEngine): Promise<void> {
  if (!existsSync(inTree('process/warm-up.ts'))) return
  const { openWarmUp } = await load('process/warm-up.ts')
  await openWarmUp(engine).goOn(() => true)
}

/** Version 0.1 has its whole engine in one folder. */
async function openFirstForm(settings: unknown): Promise<Read> {
  const [{ openWorkbench }, { readPage }, { readFace }] = await Promise.all(
    ['workbench.ts', 'read-page.ts', 'read-face.ts'].map(load),
  )
  const bench = openWorkbench(settings)
  return async (task, bytes) => {
    bench.models.use()
    await (task === 'page' ? readPage : readFace)(bench, bytes)
    return bench.laps()
  }
}

const read = await openReader()

process.on('message', async ({ task, file }: Asked) => {
  const bytes = readFileSync(file)
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  const taken = await read(task, bytes)
  const { user, system } = process.cpuUsage(cpu)
  const steps: Record<string, number> = {}
  for (const { step, cpuMs } of taken) steps[step] = (steps[step] ?? 0) + cpuMs
  process.send?.({ cpuMs: (user + system) / 1000, wallMs: performance.now() - started, steps } satisfies Answered)
})
