import { parentPort } from 'node:worker_threads'
import { openKernel, scanNextRun } from './scan-blocks.ts'
import type { ScanJob } from './second-thread.ts'

/** The program of the second thread: scans until no run is left, and answers what it found. */
parentPort?.on('message', ({ module, memories, search }: ScanJob) => {
  const opened = memories.map((memory) => ({ memory, kernel: openKernel(module, memory) }))
  const found: number[] = []
  for (let near = scanNextRun(opened, 1, search); near; near = scanNextRun(opened, 1, search))
    for (const value of near) found.push(value)
  parentPort?.postMessage(found)
})
