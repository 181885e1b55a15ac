import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openFaultyLink } from '../../lab/bench/support/faulty-link.ts'
import { openListDownload } from '../../src/features/screening/download-list.ts'
import { openOidc } from '../../src/kernel/accounts/auth/oidc.ts'
import { createReadiness } from '../../src/kernel/operations/readiness.ts'
import { deadlinesHit, withDeadline } from '../../src/platform/deadline.ts'
import { fetchGuarded } from '../../src/platform/http/fetch-guarded.ts'
import { s3Store } from '../../src/platform/objects/s3.ts'
import { createSender } from '../../src/platform/telemetry/sender.ts'
import { Unavailable } from '../../src/platform/unavailable.ts'
import { startS3 } from '../support/s3.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage again and again, with time for everything else in between; answers how to stop it. */
function collectOften(): () => void {
  let timer = setTimeout(again, 40)
  function again() {
    collect()
    timer = setTimeout(again, 40)
  }
  return () => clearTimeout(timer)
}

const LIMIT_MS = 150
const KEYS = { accessKeyId: 'id', secretAccessKey: 'secret' }

/** A server that takes every call and answers nothing, or the head of an answer and nothing more. */
async function startSilent(sendsHead: boolean) {
  const server: Server = createServer((_, response) => {
    if (!sendsHead) return
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{')
  })
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.on('error', () => {}).on('close', () => open--)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    open: () => open,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

for (const sendsHead of [false, true])
  describe(`a server that ${sendsHead ? 'sends the head of an answer and nothing more' : 'never answers'}`, () => {
    let silent: Awaited<ReturnType<typeof startSilent>>
    let folder: string
    let stopCollecting: () => void
    before(async () => {
      silent = await startSilent(sendsHead)
      folder = await mkdtemp(join(tmpdir(), 'limen-deadline-'))
    })
    after(async () => {
      await silent.stop()
      await rm(folder, { recursive: true })
    })
    // A signal that nothing but a listener holds is lost with the first collection.
    beforeEach(() => {
      stopCollecting = collectOften()
    })
    afterEach(() => stopCollecting())

    const url = () => `http://${silent.host}/`
    const store = () =>
      s3Store(`s3://pictures/limen?endpoint=http://${silent.host}`, KEYS, { callMs: LIMIT_MS, checkMs: LIMIT_MS })
    const guard = () => ({ allowedHosts: [silent.host], timeoutMs: LIMIT_MS })
    const download = (limits: object) => openListDownload([silent.host], folder, limits)
    const oidc = () =>
      openOidc(
        {
          oidcIssuer: `http://${silent.host}`,
          oidcClientId: 'limen',
          oidcScope: 'openid',
          oidcGroupsClaim: 'groups',
          oidcSubjectClaim: 'sub',
          baseUrl: 'http://localhost',
        },
        LIMIT_MS,
      )
    const inTime = /in time|no answer within|aborted due to timeout/

    const CALLS: Record<string, [call: () => Promise<unknown> | undefined, expected: RegExp | typeof Unavailable]> = {
      'a picture that is read from S3': [() => store().get('session', 'picture'), Unavailable],
      'a picture that is written to S3': [() => store().put('session', 'picture', Buffer.alloc(100_000)), Unavailable],
      'a check of S3': [() => store().check(), Unavailable],
      'a picture at an address': [
        () => fetchGuarded({ ...guard(), kind: 'picture address' }, url(), { maxBytes: 10_000 }),
        inTime,
      ],
      'a webhook': [
        () => fetchGuarded({ ...guard(), kind: 'webhook' }, url(), { method: 'POST', body: '{}', maxBytes: 10_000 }),
        inTime,
      ],
      'a status list': [
        () => fetchGuarded({ ...guard(), kind: 'wallet issuer' }, url(), { maxBytes: 10_000, redirects: 3 }),
        inTime,
      ],
      'a list of persons': [() => download({ timeoutMs: LIMIT_MS }).file(url(), async () => 0), inTime],
      'a list of persons that stands still': [() => download({ idleMs: LIMIT_MS }).file(url(), async () => 0), inTime],
      'the provider of a sign-in': [() => oidc()?.begin(), /no answer within|timed out|something went wrong/],
    }
    for (const [name, [call, expected]] of Object.entries(CALLS))
      it(`is given up: ${name}`, { timeout: 30_000 }, async () => {
        await assert.rejects(async () => call(), expected)
        while (silent.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      })

    it('is given up: telemetry, in every attempt', { timeout: 30_000 }, async () => {
      const send = createSender({ url: url(), headers: {}, timeoutMs: LIMIT_MS, gzip: false }, 1)
      await assert.rejects(send({}), /no answer within/)
    })

    it('is given up: telemetry, when the service stops', { timeout: 30_000 }, async () => {
      const send = createSender({ url: url(), headers: {}, timeoutMs: 600_000, gzip: false }, 1)
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error('stopping')), 50)
      await assert.rejects(send({}, stop.signal), /stopping/)
    })
  })

describe('a deadline', () => {
  it('is counted by what was waited for', async () => {
    const before = deadlinesHit().get('list') ?? 0
    await assert.rejects(
      withDeadline('list', 1, () => new Promise(() => {})),
      /no answer within 1 ms/,
    )
    assert.equal(await withDeadline('list', 60_000, async () => 'in time'), 'in time')
    assert.equal(deadlinesHit().get('list'), before + 1)
  })
})

describe('a black hole before S3', () => {
  it('is seen by readiness while it lasts, and not after it', { timeout: 120_000 }, async (t) => {
    const s3 = await startS3()
    const real = new URL(new URL(s3.url).searchParams.get('endpoint') ?? '')
    const link = await openFaultyLink(Number(real.port))
    t.after(async () => {
      await link.close()
      await s3.stop() // waits for the connections of the link
    })
    const url = s3.url.replace(encodeURIComponent(real.origin), encodeURIComponent(`http://127.0.0.1:${link.port}`))
    const store = s3Store(url, s3.credentials, { callMs: 2_000, checkMs: 2_000 })
    const check = { name: 'picture store', run: () => store.check() }
    const readiness = createReadiness([check], { limitMs: 2_000, keptMs: 10 })
    const isReady = async () => (await readiness.problems()).length === 0
    t.after(collectOften())
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 10))
    link.fault = 'swallows'
    while (await isReady()) await new Promise((resolve) => setTimeout(resolve, 10))
    for (let asked = 0; asked < 3; asked++) {
      assert.equal(await isReady(), false)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    await assert.rejects(store.put('session', 'picture', Buffer.alloc(10)), Unavailable)
    link.fault = 'none'
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 10))
    const withUsualLimits = s3Store(url, s3.credentials)
    await withUsualLimits.put('session', 'picture', Buffer.from('there'))
    assert.equal(Buffer.from((await withUsualLimits.get('session', 'picture')) ?? []).toString(), 'there')
  })
})
