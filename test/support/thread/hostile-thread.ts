import { threadId } from 'node:worker_threads'
import { answerJobs } from '../../../src/platform/thread.ts'

/** Does what a job says: answers the number of its thread, works for ever, takes all memory, throws, or ends the thread. */
answerJobs<string, number>((job) => {
  if (job === 'for ever') for (;;);
  if (job === 'memory') {
    const kept: unknown[] = []
    for (;;) kept.push(new Array(1_000_000).fill(kept))
  }
  if (job === 'fault') throw new TypeError('a fault of ours')
  if (job === 'end') process.exit(3)
  return threadId
})
