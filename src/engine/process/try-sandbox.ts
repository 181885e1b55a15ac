import { once } from 'node:events'
import { createServer } from 'node:net'
import { programOf } from '../../resources.ts'
import { forkSandboxed, type Sandbox } from './sandbox.ts'
import type { TrialReport } from './sandbox-trial.ts'

const TRIAL_PROGRAM = programOf('src/engine/process/sandbox-trial.ts')

/** Starts a process in the sandbox that tries to break out, and reports what it managed. */
export async function trySandbox(sandbox: Sandbox, readable: string[], secret: string): Promise<TrialReport> {
  const server = createServer((socket) => socket.on('error', () => {}).end()).listen(0, '127.0.0.1')
  server.on('error', () => {}) // one that cannot listen is reported below
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const trial = forkSandboxed(TRIAL_PROGRAM, sandbox, readable)
  try {
    trial.send({ secret, port })
    const [report] = (await once(trial, 'message')) as [TrialReport]
    return report
  } finally {
    trial.kill('SIGKILL')
    server.close()
  }
}
