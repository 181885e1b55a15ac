import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTestChip } from '../../packages/specimen/src/chip/test-chips.ts'
import { components } from '../../src/kernel/contract/components.ts'
import { CONSOLE_HEADER } from '../../src/kernel/contract/console-words.ts'
import { type Stage, startStage } from '../e2e/support/stage.ts'
import { type Dice, seeded } from '../http/bad-requests.ts'
import { basic } from '../support/app.ts'
import { chipContents } from '../support/chip-contents.ts'
import { hostilePictures } from '../support/hostile-pictures.ts'
import { mutated, mutatedBytes, sampleOf, written } from '../support/mutations.ts'
import { type DeclaredRoute, declaredRoutes } from '../support/route-schemas.ts'

/** A failure names the seed; with MUTATIONS more requests are sent, and MUTATIONS_SHOWN writes what came back. */
const SEED = Number(process.env.MUTATIONS_SEED ?? 20_261_119)
const REQUESTS = Number(process.env.MUTATIONS ?? 400)
const AT_ONCE = 4
/** The gates of bodies wait up to 15 s for one that does not come; a request that was sent whole takes far less. */
const SLOWEST_MS = Number(process.env.MUTATIONS_SLOWEST_MS ?? 10_000)
const HANG_MS = 60_000
/** What the socket of a service takes in before anybody reads it. */
const SMALL = 32_768

type Caller = Record<string, string>
type Manner = 'whole' | 'slow' | 'cut' | 'early'

/**
 * Valid bodies of every route with something changed, by the right caller and by others, in any order, to the service
 * as it is built, with its own readers of pictures.
 */
describe(`mutated bodies (MUTATIONS_SEED=${SEED})`, () => {
  let stage: Stage
  let routes: (DeclaredRoute & { verb: string })[]
  let admin: Caller
  let other: Caller
  let pictures: Uint8Array[]
  let passport: Uint8Array
  let chips: object[]
  let ids: string[] = []
  let tokens: string[] = []
  const dice = seeded(SEED)

  before(async () => {
    stage = await startStage({
      built: true,
      environment: { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false' },
      settings: {
        chip: 'optional',
        wallet: 'optional',
        seals: 'optional',
        keepsFaces: true,
        issuance: { claims: ['family_name'], days: 30 },
        screening: { enabled: true },
        challenge: 'off',
      } as never,
    })
    passport = await pictureOf('passport')
    const selfie = await pictureOf('selfie')
    pictures = [passport, selfie]
    for await (const { bytes } of hostilePictures(60, passport, SEED)) pictures.push(bytes)
    chips = (['rsa-sha256', 'pss-sha256', 'rsa-sha1'] as const).map((name) => {
      const { sod, groups } = makeTestChip(name, chipContents())
      return {
        sod: base64(sod),
        dataGroups: Object.fromEntries([...groups].map(([at, bytes]) => [String(at), base64(bytes)])),
      }
    })
    admin = { cookie: await signIn(), [CONSOLE_HEADER]: '1', origin: stage.base }
    await ask('POST', '/api/v1/console/tenants', admin, { id: 'other', name: 'Other' })
    const made = await ask('POST', '/api/v1/console/credentials', admin, { tenant: 'other', mode: 'test' })
    assert.ok(made.status < 300, `${made.status} ${made.text}`)
    const { username, password } = JSON.parse(made.text)
    other = { authorization: basic(username, password) }
    routes = (await declaredRoutes()).flatMap((route) =>
      [route.method]
        .flat()
        .flatMap((verb) => (verb === 'HEAD' || SPARED.test(`${verb} ${route.url}`) ? [] : [{ ...route, verb }])),
    )
  })
  after(() => stage?.close())

  it('none is answered with a fault, kept waiting, or ends the service', async () => {
    const statuses = new Map<number, number>()
    const faults: string[] = []
    const slow: string[] = []
    const send = async (at: number) => {
      const request = madeUp()
      const name = `request ${at}: ${request.method} ${request.path} ${request.note}`
      const began = performance.now()
      const { status, text } = await ask(request.method, request.path, request.headers, request.body, request.manner)
      const took = performance.now() - began
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 && status !== 503) faults.push(`${name} → ${status} ${text.slice(0, 200)}`)
      // An answer that comes before the end of a large body can be lost with its connection.
      if (status === 0 && request.manner === 'whole' && (request.body?.length ?? 0) < SMALL)
        faults.push(`${name} → no answer`)
      if (took > SLOWEST_MS && request.manner === 'whole') slow.push(`${name} → ${status} after ${Math.round(took)} ms`)
    }
    for (let at = 0; at < REQUESTS; at += AT_ONCE) {
      if (at % 40 === 0) await renew()
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(at + index)))
      assert.ok(isAlive(stage), `seed ${SEED}: ended after ${at}`)
    }
    if (process.env.MUTATIONS_SHOWN)
      console.log(JSON.stringify({ statuses: [...statuses], slow, bytes: memoryOf(stage) }, null, 1))
    assert.deepEqual(faults, [], `seed ${SEED}`)
    assert.deepEqual(slow, [], `seed ${SEED}`)
    assert.equal((await fetch(`${stage.base}/healthz`)).status, 200)
    const { accessToken, sessionId } = await stage.initialize()
    await stage.enrol(accessToken, 'document', passport)
    await stage.enrol(accessToken, 'face', pictures[1])
    await stage.enrol(accessToken, 'complete')
    const { status } = await stage.data<{ status: string }>(`${sessionId}/status`)
    assert.equal(status, 'AUTO_APPROVED')
  })

  function madeUp(): { method: string; path: string; headers: Caller; body?: Buffer; manner: Manner; note: string } {
    const route = dice.pick(routes)
    const { headers, note } = callerFor(route.url, dice)
    const path = pathOf(route, dice)
    const manner = dice.chance(0.85) ? ('whole' as const) : dice.pick(['slow', 'cut', 'early'] as const)
    const about = { method: route.verb, path, manner, note: `${note}, ${manner}` }
    if (route.verb === 'GET' || route.verb === 'DELETE') return { ...about, headers }
    if (PICTURES.test(route.url) && dice.chance(0.7)) {
      const bytes = dice.pick(pictures)
      const type = dice.pick([
        'image/jpeg',
        'image/jpeg',
        'image/png',
        'image/webp',
        'image/heic',
        'application/octet-stream',
      ])
      const body = Buffer.from(dice.chance(0.6) ? mutatedBytes(bytes, dice) : bytes)
      if (dice.chance(0.7)) return { ...about, headers: { ...headers, 'content-type': type }, body }
      const { body: text, headers: more } = written(
        mutated({ image: body.toString('base64'), file: body.toString('base64') }, dice),
        dice,
      )
      return { ...about, headers: { ...headers, ...more }, body: text }
    }
    const sample = route.url.endsWith('/chip') ? mutatedChip(dice) : sampleOf(bodyOf(route), dice, schemaNamed)
    const { body, headers: more } = written(dice.chance(0.85) ? mutated(sample, dice) : sample, dice)
    return { ...about, headers: { ...headers, ...more }, body }
  }

  /** A chip whose files are changed inside of the Base64, so that they get as far as the readers. */
  function mutatedChip(dice: Dice): unknown {
    const chip = structuredClone(dice.pick(chips)) as { sod: string; dataGroups: Record<string, string> }
    if (dice.chance(0.5)) {
      const group = dice.pick(Object.keys(chip.dataGroups))
      chip.dataGroups[group] = base64(mutatedBytes(Buffer.from(chip.dataGroups[group] ?? '', 'base64'), dice))
    } else chip.sod = base64(mutatedBytes(Buffer.from(chip.sod, 'base64'), dice))
    return chip
  }

  function callerFor(url: string, dice: Dice): { headers: Caller; note: string } {
    const own = basic(stage.login.username, stage.login.password)
    const token = `Bearer ${dice.pick(tokens)}`
    const right: Caller = url.startsWith('/api/v1/console')
      ? admin
      : /^\/api\/v1\/(data|review)|initialize$/.test(url)
        ? { authorization: own }
        : { authorization: token }
    if (dice.chance(0.75)) return { headers: { ...right }, note: 'by the right caller' }
    const wrong: [Caller, string][] = [
      [{}, 'by nobody'],
      [{ authorization: own }, 'by a credential'],
      [other, 'by a credential of another tenant'],
      [{ authorization: token }, 'by a token'],
      [{ authorization: `Bearer ${dice.pick(tokens).slice(0, -3)}` }, 'by a cut token'],
      [{ authorization: `Bearer ${'a'.repeat(dice.below(12_000))}` }, 'by letters'],
      [{ cookie: admin.cookie ?? '' }, 'by the console without its header'],
      [{ ...admin, origin: 'https://evil.example' }, 'by another page'],
      [{ authorization: 'Basic Og==' }, 'by an empty name'],
    ]
    const [headers, note] = dice.pick(wrong)
    return { headers: { ...headers }, note }
  }

  function pathOf({ url, schema }: DeclaredRoute, dice: Dice): string {
    const odd = ['%00', '..%2f..', '__proto__', 'é', '%ff', 'a'.repeat(5_000), '-1', '*']
    const path = url.replace(/:(\w+)|\*/g, (_, name?: string) => {
      if (dice.chance(0.1)) return dice.pick(odd)
      if (name === 'tenant') return 'other'
      if (name === 'mode') return 'test'
      if (name === 'sessionId' || name === 'otherId') return dice.pick(ids)
      if (name === 'imageName') return dice.pick(['original_normalized_FRONT', 'original_FACE'])
      return dice.pick(['1', randomIdOf(dice), 'nobody'])
    })
    const query = dice.chance(0.7) ? (sampleOf(schema.querystring as never, dice, schemaNamed) as object) : {}
    const asked = Object.entries(dice.chance(0.4) ? ((mutated(query, dice) ?? {}) as object) : query)
    const text = asked
      .slice(0, 20)
      .map(
        ([name, value]) =>
          `${encode(name)}=${encode(String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 3_000))}`,
      )
    return text.length ? `${path}?${text.join('&')}` : path
  }

  async function renew(): Promise<void> {
    const [finished, open, begun] = await Promise.all([stage.initialize(), stage.initialize(), stage.initialize()])
    if (ids.length < 6) {
      await stage.enrol(finished.accessToken, 'document', passport)
      await stage.enrol(finished.accessToken, 'face', pictures[1])
      await stage.enrol(finished.accessToken, 'complete')
    }
    await stage.enrol(begun.accessToken, 'document', passport)
    const foreign = await ask('POST', '/api/v1/enrolment/initialize', other, { sessionId: randomUUID() })
    const strange = JSON.parse(foreign.text) as { sessionId: string; accessToken: string }
    ids = [...ids.slice(-3), ...[finished, open, begun].map(({ sessionId }) => sessionId), strange.sessionId]
    tokens = [finished, open, begun, open, begun, strange].map(({ accessToken }) => accessToken)
  }

  function ask(
    method: string,
    path: string,
    headers: Caller,
    body?: Buffer | object,
    manner: Manner = 'whole',
  ): Promise<{ status: number; text: string }> {
    const bytes =
      body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const all: Caller = {
      host: new URL(stage.base).host,
      connection: 'close',
      ...(body !== undefined && { 'content-length': String(bytes.length) }),
      ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(Number(new URL(stage.base).port), '127.0.0.1')
      const timer = setTimeout(
        () => reject(new Error(`seed ${SEED}: no answer to ${method} ${path}, ${manner}`)),
        HANG_MS,
      )
      const end = () => {
        clearTimeout(timer)
        socket.destroy()
        resolve({
          status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
          text: text.slice(text.indexOf('\r\n\r\n') + 4),
        })
      }
      socket.on('data', (data) => {
        text += data
        // What follows a session goes on until its caller has enough.
        if (path.includes('/events')) end()
      })
      socket.on('error', () => {})
      socket.on('close', end)
      socket.write(head)
      const half = bytes.subarray(0, bytes.length >> 1)
      if (manner === 'cut') socket.write(half, () => setTimeout(() => socket.resetAndDestroy(), 5))
      else if (manner === 'early') socket.write(bytes, () => socket.resetAndDestroy())
      else if (manner === 'slow') {
        socket.write(half)
        setTimeout(() => socket.write(bytes.subarray(half.length)), 400)
      } else socket.write(bytes)
    })
  }

  async function pictureOf(name: string): Promise<Uint8Array> {
    return new Uint8Array(await (await fetch(`${stage.base}/demo/pictures/${name}.jpg`)).arrayBuffer())
  }

  async function signIn(): Promise<string> {
    const headers = { 'content-type': 'application/json', [CONSOLE_HEADER]: '1', origin: stage.base }
    for (;;) {
      const answer = await fetch(`${stage.base}/api/v1/console/session`, {
        method: 'POST',
        headers,
        body: JSON.stringify(stage.admin),
      })
      if (answer.status === 200) return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      await sleep(200)
    }
  }
})

/** What would end the admin's session, and pages, which read no bytes. */
const SPARED =
  /console\/(session|accounts|sign-ins)|DELETE .*console\/session|\/\*$|^GET \/(docs|demo|assets|web-enrolment|console)/
const PICTURES = /enrolment\/(document|face|reviewer)$/

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** What an address can hold, as a caller without manners writes it. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const randomIdOf = (dice: Dice): string => `00000000-0000-4000-8000-${String(dice.below(1e12)).padStart(12, '0')}`

const named = new Map(components().map((schema) => [(schema as { $id?: string }).$id, schema as object]))
const schemaNamed = (ref: string) => named.get(ref) as never

/** The schema of JSON, where a route takes pictures as well. */
function bodyOf({ schema }: DeclaredRoute) {
  const { content } = (schema.body ?? {}) as { content?: Record<string, { schema: object }> }
  return (content?.['application/json']?.schema ?? schema.body) as never
}

const isAlive = ({ pid }: Stage): boolean => !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const memoryOf = ({ pid }: Stage): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
