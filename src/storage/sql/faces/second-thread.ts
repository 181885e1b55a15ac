import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { WasmMemory } from '../../../domain/picture/wasm/web-assembly.ts'
import { programOf } from '../../../resources.ts'
import type { Search } from './scan-blocks.ts'

export interface ScanJob {
  module: object
  /** Of which threads share the bytes. */
  memory: WasmMemory
  search: Search
}

/** From so many rows on a second thread is worth its start and the messages. */
export const WORTH_A_THREAD = 500_000

let worker: Worker | undefined
let isBusy = false

/**
 * What the second thread finds of a search; undefined where it scans for another one, or where there is one core. It starts
 * with the first large search and stays. Answers undefined as well where it fails: whoever asked scans alone.
 */
export function helpScan(job: ScanJob): Promise<number[] | undefined> | undefined {
  if (isBusy || availableParallelism() < 2) return undefined
  isBusy = true
  worker ??= new Worker(programOf('src/storage/sql/faces/scan-thread.ts'))
  const thread = worker
  // It keeps the process alive only while it is at work.
  thread.ref()
  return new Promise<number[]>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread that scans faces ended with ${code}`)))
    thread.postMessage(job)
  })
    .catch((error: Error) => {
      process.emitWarning(error)
      worker = undefined
      return undefined
    })
    .finally(() => {
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
      thread.unref()
      isBusy = false
    })
}
