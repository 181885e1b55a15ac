import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../packages/specimen/src/photograph/photograph.ts'
import { selfie } from '../../packages/specimen/src/photograph/selfie.ts'
import { documentPortrait, FACES } from '../../test/support/faces.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { NodesFigures, WorkersFigures } from '../evaluate/report/tables/throughput.ts'
import type { Measurement } from './support/bench.ts'
import { startCluster } from './support/cluster.ts'
import { noisePicture } from './support/echo-engine.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { processorMs } from './support/processor-time.ts'
import { crowd, type Pictures, runSession, type Way } from './support/run-sessions.ts'
import { startTenants } from './support/two-tenants.ts'

const LIMIT_MS = 200
/** Fewer people at once cannot saturate three nodes. */
const ENOUGH = 16
/** The calls with a picture. */
const PICTURES = ['document', 'face']
const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

/**
 * npm run bench -- throughput [workers|nodes] [--seconds=60]: sessions an hour by the number of workers, with a tenant
 * whose people come one after the other and a tenant with a crowd; and sessions a second of three nodes on PostgreSQL
 * and S3 whose engine takes no time, with more and more people until one call in twenty takes longer than 200 ms.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({ args, options: { seconds: { type: 'string' } }, allowPositionals: true })
  const seconds = Number(values.seconds ?? 60)
  const [only] = positionals
  return [
    ...(only === 'nodes' ? [] : [await measureWorkers(seconds)]),
    ...(only === 'workers' ? [] : [await measureNodes(Math.min(seconds, 15))]),
  ]
}

async function measureWorkers(seconds: number): Promise<Measurement> {
  const pictures = await specimens()
  const rows: WorkersFigures['rows'] = []
  for (const workers of [1, 2, 4]) rows.push(await serve(workers, seconds, pictures))
  const figures: WorkersFigures = { seconds, rows }
  for (const table of tablesOf('workers', figures)) console.log(renderTable(table))
  return { set: 'workers', figures }
}

/** A passport and a selfie, as phones would send them. */
async function specimens(): Promise<Pictures[]> {
  const { front } = await drawSpecimen({ kind: 'td3', seed: 1 })
  const { jpeg, face } = await documentPortrait(FACES[0])
  return [
    { path: 'document', jpeg: Buffer.from((await photograph(front, { seed: 1, level: 'easy' })).jpeg) },
    { path: 'face', jpeg: Buffer.from((await selfie(jpeg, { face, seed: 0, brightness: 1 })).jpeg) },
  ]
}

async function serve(workers: number, seconds: number, pictures: Pictures[]): Promise<WorkersFigures['rows'][number]> {
  const place = await startTenants(workers)
  try {
    const { address, crowded, single, pid } = place
    await runSession(address, single, pictures) // both tenants are active, and the workers are warm
    await crowd(workers, 1, () => runSession(address, crowded, pictures))
    const before = processorMs(pid)
    const [many, few] = await Promise.all([
      crowd(4 * workers, seconds, () => runSession(address, crowded, pictures)),
      crowd(1, seconds, () => runSession(address, single, pictures)),
    ])
    const cores = (processorMs(pid) - before) / 1000 / seconds
    const all = [...many, ...few]
    const refused = all.filter(({ refusal }) => refusal).length
    const sent = all.flatMap(({ calls }) => calls).filter(({ path }) => PICTURES.includes(path)).length
    for (const refusal of new Set(all.flatMap(({ refusal }) => refusal ?? []))) console.log(`refused: ${refusal}`)
    return {
      workers,
      people: 4 * workers,
      anHour: Math.round(((sent / pictures.length) * 3600) / seconds),
      refused,
      cores: Math.round(cores * 100) / 100,
      crowd: timesOf(many, PICTURES),
      single: timesOf(few, PICTURES),
    }
  } finally {
    await place.stop()
  }
}

/** The calls with a picture, or all. */
function timesOf(ways: readonly Way[], paths?: readonly string[]) {
  const times = ways.flatMap(({ calls }) =>
    calls.filter(({ path }) => paths?.includes(path) ?? true).map(({ ms }) => ms),
  )
  return { sessions: ways.length, p50Ms: Math.round(median(times)), p95Ms: Math.round(percentile(times, 0.95)) }
}

async function measureNodes(seconds: number): Promise<Measurement> {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'limen-throughput-'))
  const store = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'support/s3-server.ts')],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [url] = await once(store.stdout, 'data')
  const cluster = await startCluster(3, {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: await postgres.createDatabase(),
    IMAGES_URL: String(url).trim(),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  })
  try {
    const pictures: Pictures[] = [
      { path: 'document', jpeg: await noisePicture('FRONT') },
      { path: 'document', jpeg: await noisePicture('BACK') },
      { path: 'face', jpeg: await noisePicture('FACE') },
    ]
    const spent = () => ({
      nodes: cluster.pids().reduce((sum, pid) => sum + processorMs(pid), 0),
      database: processorMs(postgres.pid()),
      store: processorMs(store.pid as number),
      people: ownMs(),
    })
    await crowd(4, 5, () => runSession(cluster.any(), authorization, pictures)) // warm-up of the compilers
    const rows: NodesFigures['rows'] = []
    for (let people = 1; people <= 256; people *= 2) {
      const before = spent()
      const ways = await crowd(people, seconds, () => runSession(cluster.any(), authorization, pictures))
      const after = spent()
      const cores = (part: keyof typeof before) => Math.round((after[part] - before[part]) / seconds / 10) / 100
      for (const refusal of new Set(ways.flatMap(({ refusal }) => refusal ?? []))) console.log(`refused: ${refusal}`)
      const refused = ways.filter(({ refusal }) => refusal).length
      const { p50Ms, p95Ms } = timesOf(ways)
      const [nodes, database, objects, senders] = [cores('nodes'), cores('database'), cores('store'), cores('people')]
      const done = ways.flatMap(({ calls }) => calls).filter(({ path }) => path === 'complete').length
      const aSecond = Math.round((done / seconds) * 10) / 10
      rows.push({ people, aSecond, refused, p50Ms, p95Ms, cores: { nodes, database, objects, senders } })
      console.log(JSON.stringify(rows.at(-1)))
      // On a busy machine calls take long before the service is at its limit.
      const last = rows.at(-2)
      if (people >= ENOUGH && p95Ms > LIMIT_MS && last && aSecond < 1.1 * last.aSecond) break
    }
    const figures: NodesFigures = { seconds, nodes: 3, limitMs: LIMIT_MS, rows }
    for (const table of tablesOf('nodes', figures)) console.log(renderTable(table))
    return { set: 'nodes', figures }
  } finally {
    await cluster.stop()
    store.kill('SIGKILL')
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
