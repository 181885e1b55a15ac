import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const urlOf = (name: string) => JSON.stringify(new URL(`../../../${name}`, import.meta.url).href)

/** Loses its worker while it has no file descriptor left, and says what callers get then and afterwards. */
const PROGRAM = `
  import { closeSync, openSync } from 'node:fs'
  import { openEngine } from ${urlOf('src/vision/process/pool.ts')}
  const problems = []
  const sandbox = { files: true, network: false, user: false, memory: undefined }
  const program = ${JSON.stringify(pathOf('test/support/bare-worker.ts'))}
  let restarts = 0
  const engine = openEngine({ workers: 1, program, sandbox, onProblem: (each) => problems.push(each), onRestart: () => restarts++ })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
  const ask = () => engine.readFace(Buffer.from('picture')).then(() => 'answered', (error) => error.constructor.name)
  await engine.started
  const first = await ask()
  const held = []
  try { for (;;) held.push(openSync('/dev/null')) } catch {}
  process.kill(engine.state().workers[0].pid, 'SIGKILL')
  while (!problems.length) await pause()
  const without = await ask()
  for (const fd of held) closeSync(fd)
  while (!engine.ready()) await pause()
  const answers = [first, without, await ask()]
  await engine.close()
  process.stdout.write(JSON.stringify({ answers, problems, restarts }))`

describe('a service without a file descriptor left', () => {
  it('asks callers to come again instead of ending, and has its workers back once there are some', () => {
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module-typescript']
    const args = ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node, '-e', PROGRAM]
    const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8', timeout: 120_000 })
    assert.equal(status, 0, stderr)
    assert.deepEqual(JSON.parse(stdout), {
      answers: ['answered', 'EngineBusy', 'answered'],
      problems: ['a worker of the engine cannot serve: the system refuses another process or pipe'],
      restarts: 1,
    })
  })
})
