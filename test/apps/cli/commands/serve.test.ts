import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'

/** As `npm start` runs it. */
const PROGRAM = new URL('../../../../dist/server/cli.js', import.meta.url).pathname

describe('serving', () => {
  it('finds a busy port before it makes anything', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const dataDir = join(await folderFor(t), 'data')
    const { port } = other.address() as AddressInfo
    const service = start({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir })
    const said = collect(service.stderr)
    const [code] = await once(service, 'exit')
    assert.equal(code, 2)
    assert.match(await said, /cannot listen on 127\.0\.0\.1:\d+: it is in use/)
    assert.equal(existsSync(dataDir), false)
  })

  it('names the port that it found, and refuses a host, a bucket and models that there are not', async (t) => {
    const folder = await folderFor(t)
    const service = start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder })
    t.after(() => service.kill('SIGKILL'))
    const port = await portOf(service.stdout)
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz/live`)).status, 200)
    for (const [wrong, said] of [
      [{ HOST: 'nowhere.invalid' }, /cannot listen on nowhere\.invalid:0/],
      [{ IMAGES_URL: 's3://bucket' }, /IMAGES_URL: a bucket needs AWS_ACCESS_KEY_ID/],
      [{ MODELS_FILE: '/nowhere/models.json' }, /MODELS_FILE: ENOENT/],
    ] as const) {
      const refused = start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'other'), ...wrong })
      const text = collect(refused.stderr)
      const [code] = await once(refused, 'exit')
      assert.equal(code, 2)
      assert.match(await text, said)
    }
  })

  it('stops in time although a caller does not finish', async (t) => {
    const service = start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: await folderFor(t), STOP_SECONDS: '2' })
    t.after(() => service.kill('SIGKILL'))
    const port = await portOf(service.stdout)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /api/v1/console/session HTTP/1.1\r\nhost: x\r\nx-limen-console: person\r\norigin: http://x\r\n')
    socket.write('content-type: application/json\r\ncontent-length: 1000\r\n\r\n{')
    await new Promise((resolve) => setTimeout(resolve, 500))
    service.kill('SIGTERM')
    await once(service, 'exit')
    socket.destroy()
  })
})

function start(environment: Record<string, string>) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOG_LEVEL: 'silent',
    ENGINE_WORKERS: '1',
    ENGINE_WARM_UP: 'false',
    ...environment,
  }
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-serve-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

async function portOf(stream: NodeJS.ReadableStream): Promise<number> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    const port = /https?:\/\/[\w.]+:(\d+)/.exec(text)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`it ended before it listened: ${text}`)
}
