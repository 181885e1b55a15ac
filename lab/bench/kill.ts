import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '../../test/support/postgres.ts'
import { startS3 } from '../../test/support/s3.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'
import { startCluster } from './support/cluster.ts'
import { countLeftOver } from './support/left-over.ts'
import { enrol, forget, newPromise, PASSWORD, type Promised, USERNAME } from './support/person.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

const PEOPLE = 6
/** One person in this many asks to be erased. */
const FORGOTTEN = 3

/**
 * npm run bench -- kill [KILLS]: people enrol, and every third asks to be erased, while processes are repeatedly killed
 * with SIGKILL. After each kill, everything acknowledged since the previous one is read back; at the end everything
 * that was acknowledged must exist, and nothing of the erased people. KILLS (default 500) on each of two storages: one
 * node on SQLite with a folder, three on PostgreSQL with S3.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const kills = Number(args[0] ?? 500)
  const rows = await Promise.all([bench('SQLite, folder', 1, kills, {}), benchOnPostgres(kills)])
  for (const table of tablesOf('kill', { rows })) console.log(renderTable(table))
  if (rows.some((row) => row.lost + row.unreadable + row.stuck + row.webhooksLost + row.leftOver > 0))
    process.exitCode = 1
  return [{ set: 'kill', figures: { rows } }]
}

async function benchOnPostgres(kills: number) {
  const postgres = await startPostgres({ durable: true })
  const s3 = await startS3()
  try {
    return await bench('PostgreSQL, S3', 3, kills, {
      DATABASE_URL: await postgres.createDatabase(),
      IMAGES_URL: s3.url,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    })
  } finally {
    await s3.stop()
    await postgres.stop()
  }
}

async function bench(storage: string, nodes: number, kills: number, environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'limen-kill-'))
  const receiver = await startReceiver()
  const settings = {
    ...process.env,
    DATA_DIR: folder,
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    WEBHOOK_URL: receiver.url,
    ALLOWED_HOSTS: receiver.host,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  }
  const cluster = await startCluster(nodes, settings)
  const promises: Promised[] = []
  const settled = new Set<Promised>()
  let [running, readBack, lostAfterKill] = [true, 0, 0]
  const people = Array.from({ length: PEOPLE }, async () => {
    while (running) {
      const promised = newPromise()
      const forgotten = promises.push(promised) % FORGOTTEN === 0
      await enrol(cluster.any, promised)
      if (forgotten) await forget(cluster.any, promised)
    }
  })

  for (let kill = 1; kill <= kills; kill += 1) {
    // A kill before anything was acknowledged would test nothing.
    const before = answersOf(promises)
    do await setTimeout(20 + Math.random() * 480)
    while (answersOf(promises) === before)
    await cluster.killOne()
    const since = await checkSince(cluster.any, promises, settled)
    readBack += since.read
    lostAfterKill += since.lost
    if (kill % 10 === 0)
      console.error(`${storage}: ${kill} of ${kills} kills, ${promises.length} sessions, ${readBack} read back`)
  }
  running = false
  await Promise.all(people)
  const found = await check(cluster.any, promises, receiver)
  await cluster.stop()
  if (cluster.crashes()) throw new Error(`${cluster.crashes()} nodes ended without being killed`)
  const forgotten = promises.filter(({ deleted }) => deleted).map(({ sessionId }) => sessionId)
  const leftOver = await countLeftOver(settings, forgotten)
  const lost = found.lost + lostAfterKill
  const row = { storage, nodes, kills, ...found, lost, readBack, forgotten: forgotten.length, leftOver }
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
  return row
}

const answersOf = (promises: readonly Promised[]) => promises.reduce((sum, { answers }) => sum + answers, 0)

type Get = (path: string) => Promise<Response>

const getFrom =
  (node: () => string): Get =>
  (path) =>
    fetch(`${node()}/api/v1/data/${path}`, {
      headers: { authorization: `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}` },
    })

/**
 * After a kill, reads back each session for which something was acknowledged since its last check; finished ones are
 * settled.
 */
async function checkSince(node: () => string, promises: readonly Promised[], settled: Set<Promised>) {
  const get = getFrom(node)
  const open = promises.filter((promised) => promised.opened && !settled.has(promised))
  const losses = await Promise.all(
    open.map(async (promised) => {
      // Acknowledged before the query; more may follow meanwhile.
      const { completed, deleted, forgetting } = promised
      if (forgetting && !deleted) return undefined
      const answer = await get(`${promised.sessionId}/status`)
      await answer.body?.cancel()
      if (promised.forgetting && !forgetting) return undefined
      if (deleted) {
        settled.add(promised)
        return answer.status !== 404
      }
      if (!answer.ok) return true
      if (!completed) return false
      settled.add(promised)
      return (await countUnreadable(get, promised)) > 0 && !promised.forgetting
    }),
  )
  return {
    read: losses.filter((isLost) => isLost !== undefined).length,
    lost: losses.filter((isLost) => isLost).length,
  }
}

async function countUnreadable(get: Get, { sessionId, pictures }: Promised): Promise<number> {
  let unreadable = 0
  for (const [image, sent] of Object.entries(pictures)) {
    const stored = await get(`${sessionId}/images/${image}`)
    if (!stored.ok || !Buffer.from(await stored.arrayBuffer()).equals(sent)) unreadable += 1
  }
  return unreadable
}

/** Reads back everything that was acknowledged. */
async function check(node: () => string, promises: Promised[], receiver: Receiver) {
  const get = getFrom(node)
  const found = { sessions: promises.length, pictures: 0, lost: 0, unreadable: 0, stuck: 0 }
  for (const promised of promises) {
    const { sessionId, pictures, completed, deleted } = promised
    if (deleted) continue
    const answer = await get(`${sessionId}/status`)
    const { status = '' } = (await answer.json()) as { status?: string }
    if (!answer.ok) found.lost += 1
    if (!completed || !/^AUTO_/.test(status)) found.stuck += 1
    found.pictures += Object.keys(pictures).length
    found.unreadable += await countUnreadable(get, promised)
  }
  const missing = () => promises.filter(({ sessionId }) => !receiver.received.has(sessionId)).length
  for (let waited = 0; missing() > 0 && waited < 120; waited += 1) await setTimeout(1000)
  return { ...found, webhooksLost: missing() }
}
