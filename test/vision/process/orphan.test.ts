import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const POOL = fileURLToPath(new URL('../../support/sleeping-pool.ts', import.meta.url))
const LONGEST_MS = 10_000

describe('a worker whose service was killed', { skip: process.platform !== 'linux' && 'a signal of Linux' }, () => {
  it('ends within seconds, even while it is asleep in one call', async (t) => {
    const pool = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', POOL], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(pool.stdout, 'data')) as [Buffer]
    const { worker, ties } = JSON.parse(String(line)) as { worker: number; ties: boolean }
    t.after(() => {
      pool.kill('SIGKILL')
      if (isAlive(worker)) process.kill(worker, 'SIGKILL')
    })
    assert.equal(ties, true)
    await until(() => stateOf(worker) === 'S' && programOf(worker).includes('sleeping-worker'))
    await sleep(1_000) // by then it has loaded its program and sleeps
    pool.kill('SIGKILL')
    await until(() => !isAlive(worker))
  })
})

async function until(isDone: () => boolean): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; !isDone(); await sleep(20)) assert.ok(Date.now() < end)
}

const programOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

/** The letter after the name in parentheses; a process that has ended and that nobody has asked about is Z. */
const stateOf = (pid: number): string | undefined =>
  existsSync(`/proc/${pid}/stat`) ? /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] : undefined

const isAlive = (pid: number): boolean => ![undefined, 'Z'].includes(stateOf(pid))
