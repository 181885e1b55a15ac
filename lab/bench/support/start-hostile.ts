import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** The actions of a hostile tenant until it was stopped: the count of each, and the answers. */
type Deeds = Record<string, number>

/**
 * Starts the hostile tenant as a separate process. It has the lowest priority: in reality it would run on other
 * computers, so the CPU time that it takes for sending must not count as harm to the service.
 */
export async function startHostile(address: string, authorization: string): Promise<{ stop(): Promise<Deeds> }> {
  const program = join(import.meta.dirname, 'hostile-tenant.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, address, authorization], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
      return JSON.parse(text) as Deeds
    },
  }
}
