import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Cage, forkCaged } from './cage.ts'
import type { TrialReport } from './cage-trial.ts'

const PRISONER = fileURLToPath(new URL('cage-trial.ts', import.meta.url))

/** Puts a prisoner into the cage who tries to get out, and tells what he managed. */
export async function tryCage(cage: Cage, readable: string[], secret: string): Promise<TrialReport> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const prisoner = forkCaged(PRISONER, cage, readable)
  try {
    prisoner.send({ secret, port })
    const [report] = (await once(prisoner, 'message')) as [TrialReport]
    return report
  } finally {
    prisoner.kill('SIGKILL')
    server.close()
  }
}
