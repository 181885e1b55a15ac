import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../e2e/support/stage.ts'

const PROGRAM = new URL('../../../dist/server/cli.js', import.meta.url).pathname
const HOLD = new URL('hold-loop.mjs', import.meta.url).href
/** Far more than it takes: the machine may have other work. */
const LONGEST_MS = 60_000
const SECRET = 'ey-secret-of-a-person'

describe('a service whose event loop stands still', () => {
  it('is ended after ten seconds, says at which route without anything of the person, and is started again', async (t) => {
    const { base, said } = await start(t)
    const began = performance.now()
    const held = fetch(`${base}/api/v1/data/${SECRET}/status?of=${SECRET}`, {
      headers: { 'x-hold': '1', authorization: `Basic ${btoa('shop:password-of-the-test-tenant')}` },
    })
    await assert.rejects(held)
    const took = performance.now() - began
    assert.ok(took > 9_000, `${took} ms`)
    const [line] = said().match(/^\{.*stood still.*$/m) ?? []
    const { level, lastRoute, inProgress } = JSON.parse(line ?? '{}') as Record<string, unknown>
    assert.equal(level, 60)
    assert.equal(lastRoute, 'GET /api/v1/data/:sessionId/status')
    assert.deepEqual(inProgress, { 'GET /api/v1/data/:sessionId/status': 1 })
    assert.doesNotMatch(said(), new RegExp(SECRET))
    await until(() =>
      fetch(`${base}/healthz/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    assert.match(said(), /was killed by SIGKILL; it is started again/)
  })

  it('is left alone while it works, and when it was suspended as a whole', async (t) => {
    const { base, service, said } = await start(t)
    process.kill(service, 'SIGSTOP')
    await sleep(11_000)
    process.kill(service, 'SIGCONT')
    await sleep(2_000)
    assert.equal((await fetch(`${base}/healthz/live`)).status, 200)
    assert.doesNotMatch(said(), /stood still|started again/)
  })
})

async function start(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-watchdog-'))
  const port = await freePort()
  const { PATH, HOME } = process.env
  const supervisor = spawn(process.execPath, [PROGRAM, 'serve', '--supervised'], {
    env: {
      PATH,
      HOME,
      NODE_OPTIONS: `--import=${HOLD}`,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ENGINE_WORKERS: '1',
      ENGINE_WARM_UP: 'false',
      LOG_LEVEL: 'warn',
      API_USERNAME: 'shop',
      API_PASSWORD: 'password-of-the-test-tenant',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  t.after(async () => {
    // The supervisor first: it would start the service again.
    for (const pid of [supervisor.pid, ...childrenOf(supervisor.pid)])
      if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
    await until(async () => supervisor.exitCode !== null || supervisor.signalCode !== null)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  await until(async () => /console {6}http/.test(text))
  const [service] = childrenOf(supervisor.pid)
  assert.ok(service, text)
  return { base: `http://127.0.0.1:${port}`, supervisor, service, said: () => text }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; !(await isDone()); await sleep(50)) assert.ok(Date.now() < end)
}

/** Linux names the children of a process. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

/** One that has ended and that nobody has asked about is still listed, as a zombie. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
