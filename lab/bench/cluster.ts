import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../../test/support/postgres.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ClusterFigures } from '../evaluate/report/tables/cluster.ts'
import { startBalancer } from './support/balancer.ts'
import type { Measurement } from './support/bench.ts'
import { startCluster } from './support/cluster.ts'
import { checkOut, EARLIER, LAST_RELEASE, type Version } from './support/earlier-version.ts'
import { noisePicture } from './support/echo-engine.ts'
import { type FaultyLink, openFaultyLink } from './support/faulty-link.ts'
import { enrol, newPromise, PASSWORD, type Promised, USERNAME } from './support/person.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { crowd, type Pictures, runSession } from './support/run-sessions.ts'

const PEOPLE = 6
const CROWD = 12
const MOST_NODES = 3
const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

/**
 * npm run bench -- cluster [faults|nodes] [--seconds=20] [--fault=TEXT]: three nodes on PostgreSQL and S3 behind a load
 * balancer that checks /healthz. People enrol while a node is killed or frozen, the links to database and store are
 * slow or drop everything, and all nodes are restarted in turn, or upgraded from the last release; then everything that
 * was acknowledged must exist. It also measures sessions an hour with 1, 2 and 3 nodes, with the database work per
 * session. The engine takes no time: this measures everything else.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const options = { seconds: { type: 'string' }, fault: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const seconds = Number(values.seconds ?? 20)
  const [only] = positionals
  const faults = only === 'nodes' ? [] : await playFaults(seconds, values.fault ?? '')
  const nodes: ClusterFigures['nodes'] = []
  for (let count = 1; count <= (only === 'faults' ? 0 : MOST_NODES); count++)
    nodes.push(await measureNodes(count, seconds))
  const figures: ClusterFigures = { seconds, faults, nodes }
  for (const table of tablesOf('cluster', figures)) console.log(renderTable(table))
  if (faults.some(({ lost, stuck, wrong, webhooksLost }) => lost + stuck + wrong + webhooksLost > 0))
    process.exitCode = 1
  return [{ set: 'cluster', figures }]
}

export type Place = Awaited<ReturnType<typeof openPlace>>

/** Nodes with their own link to everything they depend on. */
export async function openPlace(
  count: number,
  {
    earlier,
    installed,
    prepare,
  }: {
    earlier?: Version
    installed?: string | undefined
    /** Fills the database before the nodes start, and answers further settings of theirs. */
    prepare?: (databaseUrl: string, dataDir: string) => Promise<NodeJS.ProcessEnv>
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'limen-cluster-'))
  const postgres = await startPostgres({ installed })
  const store = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'support/s3-server.ts')],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [printed] = await once(store.stdout, 'data')
  const imagesUrl = String(printed).trim()
  const databaseUrl = new URL(await postgres.createDatabase())
  const endpoint = new URL(new URL(imagesUrl).searchParams.get('endpoint') ?? '')
  const links = {
    database: await openFaultyLink(Number(databaseUrl.port), { isPostgres: true }),
    store: await openFaultyLink(Number(endpoint.port)),
  }
  const receiver = await startReceiver()
  const settings = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl.href.replace(`:${databaseUrl.port}/`, `:${links.database.port}/`),
    IMAGES_URL: imagesUrl.replace(encodeURIComponent(endpoint.port), String(links.store.port)),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    WEBHOOK_URL: receiver.url,
    ALLOWED_HOSTS: receiver.host,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...(await prepare?.(databaseUrl.href, folder)),
  }
  const cluster = await startCluster(count, settings, earlier)
  const balancer = await startBalancer(cluster.addresses)
  const untilReady = async () => {
    while (balancer.ready() < count) await wait(20)
  }
  return {
    ...{ links, receiver, cluster, balancer, postgres, untilReady },
    databaseUrl: databaseUrl.href,
    async close() {
      await balancer.close()
      await cluster.stop()
      await Promise.all(Object.values(links).map((link) => link.close()))
      store.kill()
      await Promise.all([postgres.stop(), receiver.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each causes its fault for this number of seconds, and ends it. */
const FAULTS: Record<string, Fault> = {
  none: async (_, seconds) => wait(seconds * 1000),
  'a node is killed, three times': async ({ cluster }, seconds) => {
    for (let kill = 0; kill < 3; kill++) {
      await wait((seconds * 1000) / 3)
      await cluster.killOne()
    }
  },
  'a node is frozen': async ({ cluster }, seconds) => {
    const [pid = 0] = cluster.pids()
    process.kill(pid, 'SIGSTOP')
    await wait(seconds * 1000)
    process.kill(pid, 'SIGCONT')
  },
  'the database is slow (50 ms a message)': ({ links }, seconds) => during(links.database, { delayMs: 50 }, seconds),
  'the database is cut off': ({ links }, seconds) => during(links.database, 'swallows', seconds),
  'the store is slow (200 ms a message)': ({ links }, seconds) => during(links.store, { delayMs: 200 }, seconds),
  'the store is cut off': ({ links }, seconds) => during(links.store, 'swallows', seconds),
  'every node is restarted in turn': ({ cluster }) => cluster.restartEach(),
}
const UPGRADE = `every node is upgraded in turn, from ${LAST_RELEASE}`

async function during(link: FaultyLink, fault: FaultyLink['fault'], seconds: number): Promise<void> {
  link.fault = fault
  await wait(seconds * 1000)
  link.fault = 'none'
}

async function playFaults(seconds: number, only: string): Promise<ClusterFigures['faults']> {
  const faults = Object.entries(FAULTS).filter(([name]) => name.includes(only))
  const rows = faults.length ? await playOn(await openPlace(MOST_NODES), faults, seconds) : []
  if (!UPGRADE.includes(only)) return rows
  const folder = await mkdtemp(join(tmpdir(), 'limen-cluster-earlier-'))
  try {
    const earlier = await checkOut(EARLIER[LAST_RELEASE] as string, folder)
    const place = await openPlace(MOST_NODES, { earlier })
    return [...rows, ...(await playOn(place, [[UPGRADE, ({ cluster }) => cluster.restartEach()]], seconds))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Fault = (place: Place, seconds: number) => Promise<void>

async function playOn(place: Place, faults: [string, Fault][], seconds: number): Promise<ClusterFigures['faults']> {
  const rows: ClusterFigures['faults'] = []
  try {
    for (const [fault, play] of faults) {
      await place.untilReady()
      rows.push({ fault, ...(await playFault(place, () => play(place, seconds))) })
      console.log(JSON.stringify(rows.at(-1)))
    }
    if (place.cluster.crashes()) throw new Error(`${place.cluster.crashes()} nodes ended without being killed`)
    return rows
  } finally {
    await place.close()
  }
}

async function playFault(place: Place, play: () => Promise<void>) {
  const { balancer, receiver, untilReady } = place
  const promises: Promised[] = []
  let running = true
  const node = () => balancer.address
  const people = Array.from({ length: PEOPLE }, async () => {
    while (running) {
      const promised = newPromise()
      promises.push(promised)
      await enrol(node, promised)
    }
  })
  await wait(2_000)
  const begun = performance.now()
  let leftOutAt: number | undefined
  const watching = setInterval(() => {
    if (balancer.ready() < MOST_NODES) leftOutAt ??= performance.now()
  }, 20)
  await play()
  const ended = performance.now()
  await untilReady()
  const readyAfter = performance.now() - ended
  await wait(2_000)
  clearInterval(watching)
  running = false
  await Promise.all(people)
  const found = await readBack(node, promises)
  return {
    sessions: promises.length,
    ...found,
    ...(await countWebhooks(receiver, promises)),
    ...(leftOutAt !== undefined && { noticedS: tenths(leftOutAt - begun), readyS: tenths(readyAfter) }),
  }
}

/** The current state of everything that was acknowledged. */
async function readBack(node: () => string, promises: readonly Promised[]) {
  const get = (path: string) => fetch(`${node()}/api/v1/data/${path}`, { headers: { authorization } })
  const found = { lost: 0, stuck: 0, wrong: 0 }
  for (const { sessionId, pictures, completed } of promises) {
    const answer = await get(`${sessionId}/status`)
    const { status = '' } = (await answer.json()) as { status?: string }
    if (!answer.ok) found.lost += 1
    else if (!completed || !/^AUTO_/.test(status)) found.stuck += 1
    else if (status !== 'AUTO_APPROVED') found.wrong += 1
    for (const [image, sent] of Object.entries(pictures)) {
      const stored = await get(`${sessionId}/images/${image}`)
      if (!stored.ok || !Buffer.from(await stored.arrayBuffer()).equals(sent)) found.wrong += 1
    }
  }
  return found
}

async function countWebhooks({ received }: Receiver, promises: readonly Promised[]) {
  const missing = () => promises.filter(({ sessionId }) => !received.has(sessionId)).length
  for (let waited = 0; missing() > 0 && waited < 120; waited += 1) await wait(1_000)
  const doubled = promises.filter(({ sessionId }) => (received.get(sessionId)?.length ?? 0) > 1).length
  return { webhooksLost: missing(), webhooksDoubled: doubled }
}

async function measureNodes(count: number, seconds: number): Promise<ClusterFigures['nodes'][number]> {
  const place = await openPlace(count)
  try {
    const { links, balancer, databaseUrl } = place
    await place.untilReady()
    const pictures: Pictures[] = [
      { path: 'document', jpeg: await noisePicture('FRONT') },
      { path: 'document', jpeg: await noisePicture('BACK') },
      { path: 'face', jpeg: await noisePicture('FACE') },
    ]
    const go = () => runSession(balancer.address, authorization, pictures)
    await crowd(CROWD, 5, go) // warm-up of the compilers
    const seen = async () => ({
      statements: links.database.statements(),
      bytes: links.database.bytes(),
      stored: await sizeOf(databaseUrl),
    })
    const idle = [await seen(), await wait(5_000).then(seen)] as const
    const before = await seen()
    const ways = await crowd(CROWD, seconds, go)
    const after = await seen()
    for (const refusal of new Set(ways.flatMap(({ refusal }) => refusal ?? []))) console.log(`refused: ${refusal}`)
    const done = ways.flatMap(({ calls }) => calls).filter(({ path }) => path === 'complete').length
    // Queries of the nodes while nobody enrols do not belong to a session.
    const each = (part: keyof typeof before) =>
      (after[part] - before[part] - ((idle[1][part] - idle[0][part]) * seconds) / 5) / ways.length
    const row = {
      nodes: count,
      anHour: Math.round((done * 3600) / seconds),
      refused: ways.filter(({ refusal }) => refusal).length,
      statements: Math.round(each('statements')),
      kilobytes: Math.round(each('bytes') / 1000),
      storedKilobytes: Math.round(each('stored') / 100) / 10,
    }
    console.log(JSON.stringify(row))
    return row
  } finally {
    await place.close()
  }
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
    return rows[0].bytes as number
  } finally {
    await client.end()
  }
}

const tenths = (ms: number): number => Math.round(ms / 100) / 10
