import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** What a hostile tenant did until it was stopped: how often each thing, and how it was answered. */
type Deeds = Record<string, number>

/**
 * Starts the hostile tenant as a process of its own. It has the lowest priority: its computers are not ours, and what it
 * takes of this machine's processors to send is no harm that it does to the service.
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
