import { BadPicture } from '../../actions/ports/engine.ts'
import { readFace } from '../face/read-face.ts'
import { readPage } from '../page/read-page.ts'
import { openWorkbench, type Workbench } from '../workbench.ts'
import type { FromWorker, Outcome, Task, TaskResult, ToWorker } from './messages.ts'
import { selfTest } from './self-test.ts'

/** The program of a worker process: opens the models, proves them, then reads one picture after another. */

let bench: Workbench | undefined

process.on('message', (message: ToWorker) => {
  if (message.kind === 'open') open(message).catch((error) => unfit(error))
  else read(message).catch((error) => unfit(error))
})

// The pool is gone, orderly or not: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0))

async function open({ settings }: ToWorker & { kind: 'open' }): Promise<void> {
  const opened = openWorkbench(settings)
  await selfTest(opened)
  bench = opened
  say({ kind: 'ready' })
}

async function read({ job, task, picture }: ToWorker & { kind: 'read' }): Promise<void> {
  if (!bench) throw new Error('a picture came before the models were open')
  bench.laps()
  bench.models.use()
  const outcome = await attempt(bench, task, picture)
  say({ kind: 'done', job, outcome, steps: bench.laps(), residentBytes: process.memoryUsage.rss() })
}

async function attempt(on: Workbench, task: Task, picture: Uint8Array): Promise<Outcome> {
  try {
    return { kind: 'result', result: await perform(on, task, picture) }
  } catch (error) {
    if (error instanceof BadPicture) return { kind: 'bad-picture', problem: error.kind, message: error.message }
    return { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const perform = (on: Workbench, task: Task, picture: Uint8Array): Promise<TaskResult> =>
  task === 'page' ? readPage(on, picture) : readFace(on, picture)

function unfit(error: unknown): void {
  say({ kind: 'unfit', message: error instanceof Error ? error.message : String(error) })
}

function say(message: FromWorker): void {
  process.send?.(message)
}
