import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../packages/specimen/src/photograph/photograph.ts'
import { createCredential } from '../../src/kernel/accounts/credentials.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { createTenant } from '../../src/kernel/tenants/tenants.ts'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { NeighbourFigures } from '../evaluate/report/tables/service.ts'
import type { Measurement } from './support/bench.ts'
import { startHangingReceiver, startReceiver } from './support/receiver.ts'
import { sendBombs } from './support/send-bombs.ts'
import { serve } from './support/serve.ts'
import { startHostile } from './support/start-hostile.ts'

const SHORT_SECONDS = 60
const LONG_SECONDS = 600
/** People of the good tenant, each sending one picture after the other. */
const PEOPLE = 1
const TIMES = 2

interface Places {
  folder: string
  good: string
  hostile: string
}

/**
 * npm run bench -- neighbour [long|SECONDS]: a good tenant sends pictures, first alone with half of the workers, then
 * with all of them while another tenant sends floods, slow bodies and decompression bombs, signs in and lets webhooks
 * hang, from another address each time. For a minute, or for ten (`long`).
 *
 * npm run bench -- neighbour bombs [SECONDS]: the same people first alone, then next to one session of their own tenant
 * that sends pictures and chips that are slow to decode. Nobody may wait longer than twice the usual time and a second.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  if (args[0] === 'bombs') return runBombs(Number(args[1] ?? SHORT_SECONDS))
  const seconds = args[0] === 'long' ? LONG_SECONDS : Number(args[0] ?? SHORT_SECONDS)
  const workers = Math.max(2, availableParallelism())
  const { front } = await drawSpecimen({ kind: 'td3', seed: 1 })
  const picture = Buffer.from((await photograph(front, { seed: 1, level: 'easy' })).jpeg)

  const alone = await play({ seconds: Math.max(60, seconds / 4), workers: Math.floor(workers / 2), picture })
  const { hostile = {}, ...withHostile } = await play({ seconds, workers, picture, hostile: true })
  const figures: NeighbourFigures = { seconds, workers, times: TIMES, alone, withHostile, hostile }
  for (const table of tablesOf('neighbour', figures)) console.log(renderTable(table))
  console.log(hostile)
  if (withHostile.refused > 0 || withHostile.p95Ms > TIMES * alone.p95Ms) process.exitCode = 1
  return [{ set: 'neighbour', figures }]
}

const BOMBS_ROOM_MS = 1_000

async function runBombs(seconds: number): Promise<Measurement[]> {
  const workers = Math.max(2, availableParallelism())
  const { front } = await drawSpecimen({ kind: 'td3', seed: 1 })
  const picture = Buffer.from((await photograph(front, { seed: 1, level: 'easy' })).jpeg)
  const alone = await play({ seconds, workers, picture })
  const withBombs = await play({ seconds, workers, picture, bombs: true })
  const mostMs = TIMES * alone.p50Ms + BOMBS_ROOM_MS
  console.log(JSON.stringify({ alone, withBombs, mostMs }, null, 2))
  if (withBombs.refused > 0 || withBombs.p95Ms > mostMs) process.exitCode = 1
  return []
}

interface Play {
  bombs?: boolean
  seconds: number
  workers: number
  picture: Buffer
  hostile?: boolean
}

/** The good tenant's pictures for this number of seconds, on a separate installation. */
async function play({ seconds, workers, picture, hostile, bombs }: Play) {
  const folder = await mkdtemp(join(tmpdir(), 'limen-neighbour-'))
  const [receiver, hanging] = [await startReceiver(Number.POSITIVE_INFINITY), await startHangingReceiver()]
  const places = await furnish(folder, receiver.url, hanging.url)
  const service = await serve(folder, {
    TRUST_PROXY: '127.0.0.1',
    ALLOWED_HOSTS: [receiver.host, hanging.host].join(','),
    ENGINE_WORKERS: String(workers),
    LOG_LEVEL: 'silent',
  })
  try {
    await untilReady(service.address)
    await enrol(service.address, places.good, picture) // the tenant is active from here, and half of the workers are reserved for others
    const attack = hostile ? await startHostile(service.address, places.hostile) : undefined
    const sending = bombs ? await sendBombs(service.address, places.good) : undefined
    const end = performance.now() + seconds * 1000
    const taken: Taken[] = []
    await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        while (performance.now() < end) taken.push(await enrol(service.address, places.good, picture))
      }),
    )
    const sent = await attack?.stop()
    const bombsSent = await sending?.stop()
    const delays = await delaysOf(taken, receiver.arrived)
    const times = taken.map(({ ms }) => ms)
    return {
      workers,
      pictures: taken.length,
      refused: taken.filter(({ refusal }) => refusal).length,
      p50Ms: Math.round(median(times)),
      p95Ms: Math.round(percentile(times, 0.95)),
      slowestMs: Math.round(Math.max(...times)),
      webhookP95Ms: Math.round(percentile(delays, 0.95)),
      residentMb: Math.round(service.residentMb()),
      ...(sent && { hostile: sent }),
      ...(bombsSent && { bombs: bombsSent }),
    }
  } finally {
    await service.stop()
    await receiver.close()
    await hanging.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Two tenants with the flow `document`, each with its own credential and receiver. */
async function furnish(dataDir: string, goodUrl: string, hangingUrl: string): Promise<Places> {
  const clock = () => new Date()
  const storage = await openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })
  const ports = { ...storage, clock }
  const login = async (id: string, webhookUrl: string) => {
    const made = await createTenant(ports, { id, name: id, retentionDays: 1, actor: 'bench' })
    if (!made.ok) throw new Error(made.refusal)
    const { value: tenant } = made
    await storage.tenants.save({
      ...tenant,
      settings: { ...tenant.settings, steps: ['document'], chip: 'optional', webhookUrl },
    })
    const created = await createCredential(ports, { tenant: id, mode: 'test', actor: 'bench' })
    if (!created.ok) throw new Error(created.refusal)
    return `Basic ${Buffer.from(`${created.value.username}:${created.value.password}`).toString('base64')}`
  }
  const places = {
    folder: dataDir,
    good: await login('good', goodUrl),
    hostile: await login('hostile', hangingUrl),
  }
  await storage.close()
  return places
}

interface Taken {
  sessionId: string
  /** How long the picture took. */
  ms: number
  /** When its session was completed. */
  completedAt: number
  refusal?: string
}

async function enrol(address: string, authorization: string, picture: Buffer): Promise<Taken> {
  const post = async (path: string, headers: Record<string, string>, body?: Buffer) => {
    const response = await fetch(`${address}/api/v1/enrolment/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    return { answer, problem: response.ok && !answer.hasError ? undefined : `${response.status} ${answer.error}` }
  }
  const { answer, problem } = await post('initialize', { authorization })
  const { sessionId = '', accessToken } = answer as { sessionId?: string; accessToken?: string }
  const bearer = { authorization: `Bearer ${accessToken}` }
  const start = performance.now()
  const sent = await post('document', { ...bearer, 'content-type': 'image/jpeg' }, picture)
  const ms = performance.now() - start
  const completed = await post('complete', bearer)
  const refusal = problem ?? sent.problem ?? completed.problem
  if (refusal) console.log(`the good tenant was refused: ${refusal}`)
  return { sessionId, ms, completedAt: Date.now(), ...(refusal && { refusal }) }
}

/**
 * The delivery time of the good tenant's events, once those in progress have arrived; infinite for one that never
 * arrived.
 */
async function delaysOf(taken: Taken[], arrived: ReadonlyMap<string, number>): Promise<number[]> {
  const done = taken.filter(({ refusal }) => !refusal)
  for (let waited = 0; waited < 60 && done.some(({ sessionId }) => !arrived.has(sessionId)); waited++)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  return done.map(({ sessionId, completedAt }) =>
    Math.max(0, (arrived.get(sessionId) ?? Number.POSITIVE_INFINITY) - completedAt),
  )
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const { ok, body } = await fetch(`${address}/healthz`)
    await body?.cancel()
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
