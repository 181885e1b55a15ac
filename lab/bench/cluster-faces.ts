import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCredential } from '../../src/kernel/accounts/credentials.ts'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { connectDatabase } from '../../src/kernel/storage/database.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { withRule } from '../../test/kernel/decision/genuine.ts'
import { findPgvector } from '../../test/support/pgvector.ts'
import { quantile } from '../evaluate/measure/rates.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ClusterFacesFigures } from '../evaluate/report/tables/cluster.ts'
import { openPlace, type Place } from './cluster.ts'
import { giveFaces } from './duplicates.ts'
import type { Measurement } from './support/bench.ts'
import { noisePicture } from './support/echo-engine.ts'
import { fillSessions, TENANT } from './support/fill-sessions.ts'
import { crowd, type Pictures, runSession, type Way } from './support/run-sessions.ts'

const NODES = 3
const CROWD = 6
const LOOK_MS = 100

/**
 * npm run bench -- cluster-faces [--faces=100000] [--seconds=20] [--index=memory,pgvector]: three nodes of a tenant with
 * very many faces, whose check is on, while people enrol, and while each node is restarted in turn.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      faces: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '20' },
      index: { type: 'string', default: 'memory,pgvector' },
    },
  })
  const faces = Number(values.faces)
  const rows: ClusterFacesFigures['rows'] = []
  for (const index of values.index.split(',')) rows.push(...(await measure(index, faces, Number(values.seconds))))
  const figures = { nodes: NODES, faces, rows }
  for (const table of tablesOf('clusterFaces', figures)) console.log(renderTable(table))
  return [{ set: 'clusterFaces', figures }]
}

async function measure(index: string, faces: number, seconds: number): Promise<ClusterFacesFigures['rows']> {
  const pgvector = index === 'pgvector' ? findPgvector() : undefined
  if (pgvector && 'missing' in pgvector) console.log(`without pgvector: ${pgvector.missing}`)
  let authorization = ''
  const place = await openPlace(NODES, {
    installed: pgvector && 'installed' in pgvector ? pgvector.installed : undefined,
    async prepare(databaseUrl, dataDir) {
      const masterKey = randomBytes(32)
      authorization = await fill(databaseUrl, dataDir, masterKey, faces)
      return { MASTER_KEY: masterKey.toString('base64'), FACE_INDEX: index, BENCH_FACES: 'true' }
    },
  })
  try {
    await place.untilReady()
    const waiting = performance.now()
    while (!(await areSearching(place, faces))) await wait(LOOK_MS)
    console.log(`${index}: all nodes search after ${Math.round((performance.now() - waiting) / 1000)} s`)
    const pictures: Pictures[] = [
      { path: 'document', jpeg: await noisePicture('FRONT') },
      { path: 'document', jpeg: await noisePicture('BACK') },
      { path: 'face', jpeg: await noisePicture('FACE') },
    ]
    // A node that is restarted ends the connections that it has: that session counts as refused.
    const go = (): Promise<Way> =>
      runSession(place.balancer.address, authorization, pictures).catch((error: unknown) => ({
        calls: [],
        refusal: String(error),
      }))
    await crowd(CROWD, 5, go) // warm-up of the compilers
    const search = index === 'memory' ? 'memory' : pgvector && 'installed' in pgvector ? 'pgvector' : 'PostgreSQL'
    const steady = await crowd(CROWD, seconds, go)
    const rows = [{ search, when: 'all nodes serve', ...rowOf(steady, seconds), megabytes: await largest(place) }]
    console.log(rows.at(-1))
    let running = true
    const restarted = watchReadiness(place, () => running)
    const began = performance.now()
    const ways: Way[] = []
    const people = Array.from({ length: CROWD }, async () => {
      while (running) ways.push(await go())
    })
    await place.cluster.restartEach()
    while (!(await areSearching(place, faces))) await wait(LOOK_MS)
    running = false
    await Promise.all(people)
    const [slowest] = await Promise.all([restarted])
    const row = {
      search,
      when: 'each is restarted in turn',
      ...rowOf(ways, (performance.now() - began) / 1000),
      megabytes: await largest(place),
      readyS: Math.round(slowest / 100) / 10,
    }
    console.log(row)
    return [...rows, row]
  } finally {
    await place.close()
  }
}

/** Sessions with faces, the check switched on, and a credential of their tenant. */
async function fill(databaseUrl: string, dataDir: string, masterKey: Buffer, faces: number): Promise<string> {
  const storage = await openStorage({
    dataDir: join(dataDir, 'filling'),
    databaseUrl,
    masterKey,
    imagesUrl: join(dataDir, 'pictures'),
    clock: () => new Date(),
    defaultPolicy: defaultPolicy(),
  })
  const own = connectDatabase(databaseUrl)
  try {
    await fillSessions({ storage, kind: 'postgres', sessions: faces, filling: own.db })
    await giveFaces({ storage, filling: own.db })
    const at = new Date()
    const entry = { at, tenant: TENANT, actor: 'system', action: 'policy.use' } as const
    await storage.policies.use(TENANT, withSha256(withRule('duplicateCheck', { enabled: true })), entry)
    const made = await createCredential(
      { ...storage, clock: () => at },
      { tenant: TENANT, mode: 'live', actor: 'system' },
    )
    if (!made.ok) throw new Error('the credential was not made')
    return `Basic ${Buffer.from(`${made.value.username}:${made.value.password}`).toString('base64')}`
  } finally {
    await own.close()
    await storage.close()
  }
}

const areSearching = async ({ cluster }: Place, faces: number): Promise<boolean> =>
  (await Promise.all(cluster.addresses.map((address) => isSearching(address, faces)))).every(Boolean)

/** One in fifty faces is of another tenant, and expired sessions have none. */
async function isSearching(address: string, faces: number): Promise<boolean> {
  const answer = await fetch(`${address}/metrics`).catch(() => undefined)
  const text = (await answer?.text().catch(() => '')) ?? ''
  const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return readMetric('limen_face_index_ready') === 1 && readMetric('limen_face_index_faces') > faces / 2
}

/** The longest time, in milliseconds, in which one node did not search; after the longest of every node. */
async function watchReadiness({ cluster }: Place, isRunning: () => boolean): Promise<number> {
  const longest = await Promise.all(
    cluster.addresses.map(async (address) => {
      let [since, most]: [number | undefined, number] = [undefined, 0]
      while (isRunning()) {
        if (await isSearching(address, 0)) since = undefined
        else {
          since ??= performance.now()
          most = Math.max(most, performance.now() - since)
        }
        await wait(LOOK_MS)
      }
      return most
    }),
  )
  return Math.max(...longest)
}

function rowOf(ways: readonly Way[], seconds: number) {
  for (const refusal of new Set(ways.flatMap(({ refusal }) => refusal ?? []))) console.log(`refused: ${refusal}`)
  const times = ways.flatMap(({ calls }) => calls.filter(({ path }) => path === 'complete').map(({ ms }) => ms))
  return {
    sessionsAMinute: Math.round((times.length * 60) / seconds),
    refused: ways.filter(({ refusal }) => refusal).length,
    completeMs: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), slowest: Math.max(...times) },
  }
}

/** The resident memory of the largest node; 0 where the system does not tell. */
async function largest({ cluster }: Place): Promise<number> {
  const sizes = await Promise.all(
    cluster.pids().map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
    }),
  )
  return Math.max(...sizes)
}
