import { fileURLToPath } from 'node:url'
import { openEngine } from '../../src/vision/process/pool.ts'

/** A service that is nothing but a pool, whose worker is asleep. */
const program = fileURLToPath(new URL('sleeping-worker.ts', import.meta.url))
const engine = openEngine({ workers: 1, program })
engine.started.catch(() => {})
process.stdout.write(
  `${JSON.stringify({ worker: engine.state().workers[0]?.pid, ties: engine.sandbox.endsWithParent })}\n`,
)
setInterval(() => {}, 1_000)
