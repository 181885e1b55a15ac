import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pauseAfter } from '../../../../src/apps/cli/support/supervise.ts'
import { freePort, type Stage, startStage } from '../../../e2e/support/stage.ts'

const PROGRAM = new URL('../../../../dist/server/cli.js', import.meta.url).pathname
const SESSIONS = 20
/** Far more than the two seconds that it takes: the machine may have other work. */
const LONGEST_MS = 60_000

describe('the service under its supervisor', () => {
  it('is started again at once when it is killed, and has kept what it acknowledged', async (t) => {
    const stage = await startStage({
      built: true,
      supervised: true,
      environment: { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ENGINE_SECONDS: '120' },
    })
    t.after(() => stage.close())
    const picture = await pictureOf(stage)
    const tokens: string[] = []
    for (let count = 0; count < SESSIONS; count++) tokens.push((await stage.initialize()).accessToken)

    const acknowledged = new Set<string>()
    let kill = () => {}
    const enough = new Promise<void>((resolve) => {
      kill = resolve
    })
    const over = new AbortController()
    t.after(() => over.abort())
    const people = tokens.map(async (token) => {
      while (!over.signal.aborted) {
        const answer = await send(stage, token, picture, over.signal)
        if (answer?.hasError === false) {
          acknowledged.add(token)
          if (acknowledged.size === 2) kill()
          return
        }
        await sleep(200)
      }
    })
    await enough
    const before = [...acknowledged]
    const first = serviceOf(stage)
    process.kill(first, 'SIGKILL')
    const down = performance.now()
    while ((await healthOf(stage)) === undefined) {
      assert.ok(performance.now() - down < LONGEST_MS, 'it is not started again')
      await sleep(50)
    }
    assert.notEqual(serviceOf(stage), first)
    for (const token of before) assert.deepEqual(await missingOf(stage, token), ['face'])

    while (acknowledged.size < before.length + 3) await sleep(50)
    over.abort()
    await Promise.all(people)
    for (const token of acknowledged) assert.deepEqual(await missingOf(stage, token), ['face'])
    assert.match(await (await fetch(`${stage.base}/metrics`)).text(), /^limen_service_restarts_total 1$/m)
  })

  it('stops in order when it is asked to, and leaves nobody behind', async (t) => {
    const { supervisor, service } = await start(t)
    supervisor.kill('SIGTERM')
    const [code] = await once(supervisor, 'exit')
    assert.equal(code, 0)
    assert.equal(existsSync(`/proc/${service}`), false)
  })

  it('ends with its supervisor, also when that is killed', async (t) => {
    const { supervisor, service } = await start(t)
    supervisor.kill('SIGKILL')
    for (const end = Date.now() + LONGEST_MS; isAlive(service); await sleep(50)) assert.ok(Date.now() < end)
  })

  it('is started again with growing pauses when it falls again and again, and says so', async (t) => {
    const { supervisor, said, base } = await start(t)
    let killed: number | undefined
    for (let falls = 0; falls < 7; await sleep(20)) {
      const service = childOf(supervisor.pid)
      if (service === undefined || service === killed) continue
      process.kill(service, 'SIGKILL')
      killed = service
      falls++
    }
    let health: { status?: string; restarts?: number } = {}
    for (const end = Date.now() + LONGEST_MS; health.status !== 'ready'; await sleep(100)) {
      assert.ok(Date.now() < end && supervisor.exitCode === null, said())
      health = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.json() as Promise<typeof health>,
        () => ({}),
      )
    }
    assert.deepEqual(health, { status: 'ready', restarts: 7 })
    assert.match(said(), /was killed by SIGKILL; it is started again\n/)
    assert.match(
      said(),
      /after 6 falls in a row it is started again in 1 s\n[\s\S]*after 7 falls in a row it is started again in 2 s/,
    )
  })

  it('waits at most a minute, however often it has fallen', () => {
    assert.deepEqual(
      [1, 5, 6, 7, 8, 11, 12, 1_000].map((falls) => pauseAfter(falls, true)),
      [0, 0, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000],
    )
    assert.equal(pauseAfter(1, false), 1_000)
  })

  it('is not started again where its settings are wrong', async (t) => {
    const { ended, said } = await run(t, { PORT: 'eighty' })
    assert.equal(await ended, 2)
    assert.match(said(), /PORT/)
    assert.doesNotMatch(said(), /started again/)
  })

  it('writes the first password of the admin to a file that only its owner can read', async (t) => {
    const { said, dataDir } = await start(t)
    const file = join(dataDir, 'first-admin-password')
    assert.ok(said().includes(`password  in ${file}`), said())
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const password = (await readFile(file, 'utf8')).trim()
    assert.ok(password.length >= 12 && !said().includes(password))
    assert.match(said(), /API password \S{43}/)
  })
})

async function start(t: TestContext, settings: Record<string, string> = {}) {
  const port = await freePort()
  const running = await run(t, { PORT: String(port), HOST: '127.0.0.1', ...settings })
  while (!/console {6}http/.test(running.said())) {
    assert.equal(running.supervisor.exitCode, null, running.said())
    await sleep(20)
  }
  const service = childOf(running.supervisor.pid)
  assert.ok(service)
  return { ...running, service, base: `http://127.0.0.1:${port}` }
}

async function run(t: TestContext, settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-supervised-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false' }
  const supervisor = spawn(process.execPath, [PROGRAM, 'serve', '--supervised'], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(supervisor, 'exit').then(([code]) => code as number)
  let text = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  t.after(async () => {
    supervisor.kill('SIGKILL')
    await ended
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return { supervisor, ended, dataDir, said: () => text }
}

const serviceOf = ({ pid }: Stage): number => {
  const found = childOf(pid)
  assert.ok(found, 'the supervisor has no service')
  return found
}

/** Linux names the children of a process. */
function childOf(pid: number | undefined): number | undefined {
  if (!existsSync(`/proc/${pid}/task/${pid}/children`)) return undefined
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined
}

/** One that has ended and that nobody has asked about is still listed, as a zombie. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

async function pictureOf({ base }: Stage): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(`${base}/demo/pictures/passport.jpg`)).arrayBuffer())
}

/** Undefined where nobody answers. */
async function send({ base }: Stage, token: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
  try {
    const answer = await fetch(`${base}/api/v1/enrolment/document`, { method: 'POST', headers, body, signal })
    return (await answer.json()) as { hasError: boolean }
  } catch {
    return undefined
  }
}

const healthOf = ({ base }: Stage): Promise<number | undefined> =>
  fetch(`${base}/healthz`).then(
    ({ status }) => status,
    () => undefined,
  )

/** What is missing for a decision. */
async function missingOf({ base }: Stage, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${base}/api/v1/enrolment/complete`, { method: 'POST', headers })
  return ((await answer.json()) as { missing: string[] }).missing
}
