import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../lab/bench/support/free-port.ts'
import { openLogOutput } from '../../../src/platform/telemetry/log-output.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const skip = existsSync('/dev/full') ? false : 'there is no /dev/full on this system'
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Writes 2 MB of lines to its standard output while a timer runs, says over IPC how it went, and ends when asked. */
const WRITER = `
  import { openLogOutput } from ${JSON.stringify(join(root, 'src/platform/telemetry/log-output.ts'))}
  const output = openLogOutput(undefined, 100_000)
  let lines = 0
  const timer = setInterval(() => {
    for (let i = 0; i < 200; i++) output.write('x'.repeat(199) + '\\n')
    lines += 200
    if (lines === 10_000) {
      clearInterval(timer)
      process.send({ lines, dropped: output.dropped() })
    }
  }, 1)
  process.on('message', () => process.exit(0))`

const startWriter = (): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', WRITER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })

describe('the log', () => {
  it('drops lines on a disk that is full, counts them, and nothing fails', { skip }, async () => {
    const fd = openSync('/dev/full', 'w')
    const output = openLogOutput(fd, 1_000)
    output.write('one\n')
    output.write('two\n')
    await until(() => output.dropped() === 2)
    output.write(`${'x'.repeat(2_000)}\n`)
    assert.equal(output.dropped(), 3, 'more than may wait')
    closeSync(fd)
  })

  it('says how many were dropped once lines are written again', { skip }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'limen-log-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'log')
    const fd = openSync(file, 'w')
    const output = openLogOutput(fd, 1_000)
    output.write(`${'x'.repeat(2_000)}\n`)
    output.write('after it\n')
    output.write('and more\n')
    await until(() => readFileSync(file, 'utf8').includes('and more'))
    const [report = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
    assert.match(report, /"count":1,"msg":"lines of the log were dropped/)
    assert.deepEqual(lines, ['after it', 'and more'])
    closeSync(fd)
  })

  it('does not wait for a reader who does not read, and the process can end', { timeout: 60_000 }, async () => {
    const writer = startWriter()
    const [said] = (await once(writer, 'message')) as [{ lines: number; dropped: number }]
    assert.ok(said.dropped > 5_000, `${said.dropped} of ${said.lines} were dropped`)
    writer.send('end')
    assert.deepEqual(await once(writer, 'exit'), [0, null])
  })

  it('goes on without a reader', { timeout: 60_000 }, async () => {
    const writer = startWriter()
    writer.stdout?.destroy()
    const [said] = (await once(writer, 'message')) as [{ lines: number; dropped: number }]
    assert.ok(said.dropped > 5_000, `${said.dropped} of ${said.lines} were dropped`)
    writer.send('end')
    assert.deepEqual(await once(writer, 'exit'), [0, null])
  })
})

describe('a service whose output lies on a full disk', { skip }, () => {
  it('answers, counts the lines it dropped, and ends when asked', { timeout: 120_000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'limen-log-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const full = openSync('/dev/full', 'w')
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const service = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(root, 'lab/bench/support/node.ts')],
      {
        env: { DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', MIN_FREE_MB: '0' },
        stdio: ['ignore', full, full],
      },
    )
    const ended = once(service, 'exit')
    closeSync(full)
    const status = (path: string) =>
      fetch(`${address}${path}`).then(
        (answer) => answer.status,
        () => 0,
      )
    while ((await status('/healthz/live')) !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
    for (let call = 0; call < 200; call++) assert.equal(await status('/healthz/live'), 200)
    const metrics = await (await fetch(`${address}/metrics`)).text()
    assert.match(metrics, /^limen_log_lines_dropped_total [1-9]/m)
    service.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
})
