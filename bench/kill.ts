import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres.ts'
import { startS3 } from '../test/support/s3.ts'
import { enrol, newPromise, PASSWORD, type Promised, USERNAME } from './support/person.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

const PEOPLE = 6

/**
 * npm run bench -- kill [KILLS]: people enrol while the process is killed with SIGKILL again and again; then everything
 * that was acknowledged must be there. On SQLite with a folder, and on PostgreSQL with S3.
 */
export async function run(args: string[]): Promise<void> {
  const kills = Number(args[0] ?? 50)
  const rows = [await bench('SQLite, folder', kills, {})]

  const postgres = await startPostgres({ durable: true })
  const s3 = await startS3()
  try {
    const environment = {
      DATABASE_URL: await postgres.createDatabase(),
      IMAGES_URL: s3.url,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    }
    rows.push(await bench('PostgreSQL, S3', kills, environment))
  } finally {
    await s3.stop()
    await postgres.stop()
  }
  console.table(rows)
  if (rows.some((row) => row.lost + row.unreadable + row.stuck + row['webhooks lost'] > 0)) process.exitCode = 1
}

async function bench(name: string, kills: number, environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'limen-kill-'))
  const receiver = await startReceiver()
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    WEBHOOK_URL: receiver.url,
    ALLOWED_HOSTS: receiver.host,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  }
  const base = `http://127.0.0.1:${port}`
  const promises: Promised[] = []
  let running = true
  const people = Array.from({ length: PEOPLE }, async () => {
    while (running) {
      const promised = newPromise()
      promises.push(promised)
      await enrol(base, promised, () => true)
    }
  })

  let node = await start(env)
  for (let kill = 1; kill <= kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900))
    node.kill('SIGKILL')
    await once(node, 'exit')
    node = await start(env)
    process.stderr.write(`\r${name}: ${kill} of ${kills} kills, ${promises.length} sessions`)
  }
  running = false
  await Promise.all(people)
  const row = await check(name, kills, base, promises, receiver)
  process.stderr.write('\n')
  node.kill('SIGTERM')
  await once(node, 'exit')
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
  return row
}

/** Reads back everything that was promised. */
async function check(name: string, kills: number, base: string, promises: Promised[], receiver: Receiver) {
  const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`
  const get = (path: string) => fetch(`${base}/api/v1/data/${path}`, { headers: { authorization } })
  const row = {
    storage: name,
    kills,
    sessions: promises.length,
    pictures: 0,
    lost: 0,
    unreadable: 0,
    stuck: 0,
    'webhooks lost': 0,
  }
  for (const { sessionId, pictures, completed } of promises) {
    const answer = await get(`${sessionId}/status`)
    const { status } = (await answer.json()) as { status?: string }
    if (!answer.ok) row.lost += 1
    if (!completed || !status?.match(/^(AUTO_|WAITING)/)) row.stuck += 1
    if (status?.startsWith('WAITING')) continue
    for (const [image, sent] of Object.entries(pictures)) {
      row.pictures += 1
      const stored = await get(`${sessionId}/images/${image}`)
      if (!stored.ok || !Buffer.from(await stored.arrayBuffer()).equals(sent)) row.unreadable += 1
    }
  }
  const missing = () => promises.filter(({ sessionId }) => !receiver.received.has(sessionId)).length
  for (let waited = 0; missing() > 0 && waited < 120; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  row['webhooks lost'] = missing()
  return row
}

async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const node = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'support/node.ts')],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await Promise.race([
    once(node.stdout, 'data'),
    once(node, 'exit').then(() => Promise.reject(new Error('did not start'))),
  ])
  return node
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
