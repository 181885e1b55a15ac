import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { programOf } from '../../../platform/resources.ts'
import type { WasmMemory } from '../../../vision/picture/web-assembly.ts'
import type { Search } from './scan-blocks.ts'

export interface ScanJob {
  module: object
  /** The memories that the threads share. */
  memories: WasmMemory[]
  search: Search
}

/** From this many rows on a second thread is worth its start and the messages. */
export const WORTH_A_THREAD = 500_000

let worker: Worker | undefined
let isBusy = false

/**
 * What the second thread finds in a search; undefined if it is busy with another one, if there is only one core, or if
 * it fails: the caller then scans on its own. The thread starts with the first large search and stays.
 */
export function helpScan(job: ScanJob): Promise<number[] | undefined> | undefined {
  if (isBusy || availableParallelism() < 2) return undefined
  isBusy = true
  worker ??= startThread()
  const thread = worker
  // It keeps the process alive only while it is working.
  thread.ref()
  return new Promise<number[] | undefined>((resolve) => {
    const end = (found?: number[]) => {
      thread.off('message', end)
      thread.off('exit', fail)
      thread.unref()
      isBusy = false
      resolve(found)
    }
    const fail = () => end()
    thread.on('message', end)
    thread.on('exit', fail)
    thread.postMessage(job)
  })
}

/** A failure is reported, and the next search starts another one. */
function startThread(): Worker {
  const thread = new Worker(programOf('src/features/duplicates/faces/scan-thread.ts'))
  thread.on('error', (error) => process.emitWarning(error as Error))
  thread.on('exit', () => {
    if (worker === thread) worker = undefined
  })
  return thread
}
