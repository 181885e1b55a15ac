import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { jpeg2000Bomb, progressiveBomb } from '../../lab/bench/support/picture-bombs.ts'
import { CONSOLE_HEADER } from '../../src/kernel/contract/console-words.ts'
import { freePort, type Stage, startStage } from '../e2e/support/stage.ts'
import { basic } from '../support/app.ts'

const openapi = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
}
const NOBODY = '00000000-0000-4000-8000-000000000000'
const routes = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, NOBODY) })),
)

/** What is sent after the request line, and whether the caller then hangs up or says nothing more. */
const MANNERS: Record<string, { headers: Record<string, string>; body?: string; hangsUp?: true }> = {
  'a length that is too large': { headers: { 'content-length': '90000000' }, body: '{' },
  'half a body, then silence': { headers: { 'content-length': '2000' }, body: `{"a":"${'x'.repeat(900)}` },
  'half a body, then hangs up': {
    headers: { 'content-length': '2000' },
    body: `{"a":"${'x'.repeat(900)}`,
    hangsUp: true,
  },
  'a chunk that is cut off': { headers: { 'transfer-encoding': 'chunked' }, body: 'ffff\r\n{"a":' },
  'an unknown type': { headers: { 'content-type': 'x/y', 'content-length': '50' } },
  'an expectation': { headers: { expect: '100-continue', 'content-length': '10' } },
  'gone before the answer': { headers: {}, hangsUp: true },
}

/** Far more than the 15 seconds in which a slow body is noticed. */
const LONGEST_MS = 120_000

describe('a service with hostile callers', () => {
  let stage: Stage
  let callers: Record<string, Record<string, string>>
  let pictures: Record<'passport' | 'selfie', Uint8Array<ArrayBuffer>>
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let calm: { sockets: number; bytes: number }
  before(async () => {
    receiver = await startReceiver()
    stage = await startStage({
      built: true,
      environment: {
        ENGINE_WORKERS: '1',
        ENGINE_WARM_UP: 'false',
        ENGINE_SECONDS: '120',
        WEBHOOK_URL: receiver.url,
      },
    })
    pictures = { passport: await pictureOf('passport'), selfie: await pictureOf('selfie') }
    await approve()
    const { accessToken } = await stage.initialize()
    callers = {
      nobody: {},
      'a session': { authorization: `Bearer ${accessToken}` },
      'a credential': { authorization: basic(stage.login.username, stage.login.password) },
      'the console': { cookie: await signIn(), [CONSOLE_HEADER]: '1', origin: stage.base },
    }
    calm = { sockets: socketsOf(stage), bytes: memoryOf(stage) }
  })
  after(async () => {
    await stage?.close()
    await receiver?.close()
  })

  it('answers none of them with a fault, and holds the line of none', async () => {
    const faults: string[] = []
    let held: { name: string; socket: Socket }[] = []
    let count = 0
    for (const { method, path } of routes)
      for (const [who, headers] of Object.entries(callers))
        for (const [how, manner] of Object.entries(MANNERS)) {
          if (count++ % 20 === 0) await sleep(1)
          const name = `${method} ${path} of ${who}: ${how}`
          const all = { host: 'localhost', 'content-type': 'application/json', ...headers, ...manner.headers }
          const socket = send(method, path, all, manner.body)
          socket.once('data', (data) => {
            const status = Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])
            if (!(status < 500 || status === 503)) faults.push(`${name}: ${String(data).slice(0, 60)}`)
          })
          if (manner.hangsUp) setTimeout(() => socket.resetAndDestroy(), 5)
          // What follows a session goes on until its caller has enough.
          else if (path.endsWith('/events')) setTimeout(() => socket.destroy(), 500)
          held.push({ name, socket })
          assert.equal(isAlive(stage), true, name)
        }
    for (const end = Date.now() + LONGEST_MS; held.length; await sleep(50)) {
      held = held.filter(({ socket }) => !socket.destroyed)
      assert.ok(Date.now() < end, `still held: ${held.map(({ name }) => name).slice(0, 5)}`)
    }
    assert.deepEqual(faults, [])
  })

  it('answers bodies that are meant to hold its event loop, and others meanwhile', async () => {
    const { accessToken } = await stage.initialize()
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const chipOf = (sod: string) => `{"sod":${sod},"dataGroups":{"1":"AAAA","2":"AAAA"}}`
    const bodies = {
      'white space in Base64': chipOf(JSON.stringify(`${' '.repeat(1_300_000)}!`)),
      'padding in Base64': chipOf(JSON.stringify(`${'='.repeat(1_300_000)}!`)),
      'a list of 600,000 numbers': chipOf(`[${'1,'.repeat(600_000)}1]`),
      'names that every object has': '{"__proto__":{"sod":"AAAA"},"constructor":{"prototype":{}}}',
    }
    for (const [name, body] of Object.entries(bodies)) {
      const began = performance.now()
      const sent = fetch(`${stage.base}/api/v1/enrolment/chip`, { method: 'POST', headers, body })
      await sleep(200)
      assert.equal((await fetch(`${stage.base}/healthz/live`)).status, 200, name)
      assert.equal((await sent).status, 400, name)
      assert.ok(performance.now() - began < 5_000, `${name}: ${performance.now() - began} ms`)
    }
    for (const lang of ['__proto__', 'constructor', 'toString']) {
      const text = await fetch(`${stage.base}/api/v1/enrolment/consent?lang=${lang}`, { headers })
      assert.equal(text.status, 400, lang)
      assert.equal((await fetch(`${stage.base}/web-enrolment/?lang=${lang}`)).status, 200, lang)
    }
    assert.equal(isAlive(stage), true)
  })

  it('goes on when they leave in the middle of an event stream or of a picture', async () => {
    for (let count = 0; count < 5; count++) {
      const { accessToken } = await stage.initialize()
      const token = { host: 'localhost', authorization: `Bearer ${accessToken}` }
      const stream = send('GET', '/api/v1/enrolment/events', token)
      await once(stream, 'data')
      stream.resetAndDestroy()
      const sent = { ...token, 'content-type': 'image/jpeg', 'content-length': String(pictures.passport.length) }
      const upload = send('POST', '/api/v1/enrolment/document', sent)
      await new Promise((done) => upload.write(pictures.passport, done))
      await sleep(count * 40)
      upload.resetAndDestroy()
    }
    assert.equal(isAlive(stage), true)
  })

  it('approves another person of the tenant while one token holds 29 slow connections with large bodies', async () => {
    const { accessToken } = await stage.initialize()
    const slow: Socket[] = []
    const statuses: string[] = []
    for (let count = 0; count < 29; count++) {
      const path = `/api/v1/enrolment/${['chip', 'credential', 'document'][count % 3]}`
      const headers = { host: 'localhost', authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
      const line = send('POST', path, { ...headers, 'content-length': '1300000' }, '{'.padEnd(70_000))
      line.on('data', (data) => statuses.push(String(data).slice(9, 12)))
      slow.push(line)
    }
    for (const end = Date.now() + LONGEST_MS; statuses.length < 28; await sleep(20)) assert.ok(Date.now() < end)
    assert.deepEqual(new Set(statuses), new Set(['429']))
    await approve()
    for (const line of slow) line.resetAndDestroy()
  })

  it('goes on when whoever receives its webhooks hangs up on it', async () => {
    receiver.isRude = true
    const before = receiver.rudely
    await approve()
    for (const end = Date.now() + LONGEST_MS; receiver.rudely === before; await sleep(50)) assert.ok(Date.now() < end)
    receiver.isRude = false
    assert.equal(isAlive(stage), true)
  })

  it('refuses a picture that would take a minute to decode at once, and approves others meanwhile', async () => {
    const { accessToken } = await stage.initialize()
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' }
    const body = new Uint8Array(progressiveBomb({ width: 8_000, height: 6_000, scans: 2_646 }))
    const ordinary = performance.now()
    await approve()
    const most = 2 * (performance.now() - ordinary) + 1_000
    const began = performance.now()
    const refused = fetch(`${stage.base}/api/v1/enrolment/document`, { method: 'POST', headers, body })
    await approve()
    assert.ok(performance.now() - began < most)
    assert.equal((await refused).status, 400)
  })

  it('refuses a small JPEG 2000 of 100 components, as a picture and as the portrait of a chip, before it is decoded', async () => {
    const { accessToken } = await stage.initialize()
    const authorization = `Bearer ${accessToken}`
    const bomb = jpeg2000Bomb({ width: 2_400, height: 2_400, components: 100 })
    const before = memoryOf(stage)
    const document = await fetch(`${stage.base}/api/v1/enrolment/document`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/jp2' },
      body: new Uint8Array(bomb),
    })
    assert.ok(document.status >= 400 && document.status < 500, String(document.status))
    const chip = await fetch(`${stage.base}/api/v1/enrolment/chip`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ sod: 'AAAA', dataGroups: { 1: 'AAAA', 2: bomb.toString('base64') } }),
    })
    assert.ok(chip.status < 500, String(chip.status))
    assert.ok(memoryOf(stage) < before + 300_000_000)
    await approve()
  })

  it('answers evidence that is asked for during a deletion with all of it or 404', async () => {
    const { accessToken, sessionId } = await stage.initialize()
    await stage.enrol(accessToken, 'document', pictures.passport)
    await stage.enrol(accessToken, 'face', pictures.selfie)
    await stage.enrol(accessToken, 'complete')
    const address = `${stage.base}/api/v1/data/${sessionId}`
    const headers = callers['a credential'] ?? {}
    const asked = Array.from({ length: 12 }, (_, i) =>
      sleep(i * 4).then(() => fetch(`${address}/evidence`, { headers })),
    )
    const deleted = await sleep(20).then(() => fetch(address, { method: 'DELETE', headers }))
    assert.ok(deleted.ok, String(deleted.status))
    for (const answer of await Promise.all(asked)) {
      assert.ok(answer.status === 200 || answer.status === 404, String(answer.status))
      await answer.arrayBuffer()
    }
    assert.equal((await fetch(`${address}/evidence`, { headers })).status, 404)
  })

  it('has given back every line and its memory, is well, and approves an ordinary session', async () => {
    for (const end = Date.now() + LONGEST_MS; socketsOf(stage) > calm.sockets + 5; await sleep(100))
      assert.ok(Date.now() < end, `${socketsOf(stage)} sockets, ${calm.sockets} before`)
    assert.equal((await fetch(`${stage.base}/healthz`)).status, 200)
    await approve()
    // The collector returns memory some time after its last use.
    for (const end = Date.now() + LONGEST_MS; memoryOf(stage) >= 2 * calm.bytes; await approve())
      assert.ok(Date.now() < end, `${memoryOf(stage)} bytes, ${calm.bytes} before`)
  })

  function send(method: string, path: string, headers: Record<string, string>, body = ''): Socket {
    const socket = connect(Number(new URL(stage.base).port), '127.0.0.1')
    socket.on('error', () => {})
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return socket
  }

  async function approve(): Promise<void> {
    const { accessToken, sessionId } = await stage.initialize()
    await stage.enrol(accessToken, 'document', pictures.passport)
    await stage.enrol(accessToken, 'face', pictures.selfie)
    await stage.enrol(accessToken, 'complete')
    assert.equal((await stage.data<{ status: string }>(`${sessionId}/status`)).status, 'AUTO_APPROVED')
  }

  async function pictureOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await fetch(`${stage.base}/demo/pictures/${name}.jpg`)).arrayBuffer())
  }

  async function signIn(): Promise<string> {
    const answer = await fetch(`${stage.base}/api/v1/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [CONSOLE_HEADER]: '1', origin: stage.base },
      body: JSON.stringify(stage.admin),
    })
    assert.equal(answer.status, 200)
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
})

/** Takes webhooks, or hangs up in the middle of them. */
async function startReceiver() {
  const state = { isRude: false, rudely: 0 }
  const server = createServer((request: IncomingMessage, response) => {
    request.resume()
    if (!state.isRude) return response.end()
    state.rudely++
    request.socket.resetAndDestroy()
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((done) => server.close(done)),
  })
}

const isAlive = ({ pid }: Stage): boolean => !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

function socketsOf({ pid }: Stage): number {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return '' // closed since
    }
  })
  return links.filter((link) => link.startsWith('socket:')).length
}

const memoryOf = ({ pid }: Stage): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
