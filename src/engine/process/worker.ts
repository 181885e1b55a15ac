import { BadPicture } from '../../actions/ports/engine.ts'
import { accept } from '../../domain/result.ts'
import { readChallenge } from '../face/challenge/read-challenge.ts'
import { readFace } from '../face/read-face.ts'
import { readPage } from '../page/read-page.ts'
import { type Desk, openWorkbench, type Workbench } from '../workbench.ts'
import type { FromWorker, Outcome, Task, TaskResult, ToWorker } from './messages.ts'
import { selfTest } from './self-test.ts'

/** The program of a worker process: opens the nets, tests them, then reads one picture after another. */

let bench: Workbench | undefined

process.on('message', (message: ToWorker) => {
  if (message.kind === 'open') open(message).catch((error) => sayUnfit(error))
  else read(message).catch((error) => sayUnfit(error))
})

// The pool is gone, orderly or not: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0))

async function open({ settings }: ToWorker & { kind: 'open' }): Promise<void> {
  const opened = openWorkbench(settings)
  await selfTest(opened)
  bench = opened
  say({ kind: 'ready' })
}

async function read({ job, task, pictures }: ToWorker & { kind: 'read' }): Promise<void> {
  if (!bench) throw new Error('a picture came before the nets were open')
  const { value: outcome, times } = await bench.read((desk) => attempt(desk, task, pictures))
  say({ kind: 'done', job, outcome, times, residentBytes: process.memoryUsage.rss() })
}

async function attempt(desk: Desk, task: Task, pictures: readonly Uint8Array[]): Promise<Outcome> {
  try {
    return { kind: 'result', result: await perform(desk, task, pictures) }
  } catch (error) {
    if (error instanceof BadPicture) return { kind: 'bad-picture', problem: error.kind, message: error.message }
    return { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function perform(desk: Desk, task: Task, pictures: readonly Uint8Array[]): Promise<TaskResult> {
  if (task === 'challenge') return accept(await readChallenge(desk, pictures))
  const picture = pictures[0] ?? new Uint8Array()
  return task === 'page' ? readPage(desk, picture) : readFace(desk, picture)
}

function sayUnfit(error: unknown): void {
  say({ kind: 'unfit', message: error instanceof Error ? error.message : String(error) })
}

function say(message: FromWorker): void {
  process.send?.(message)
}
