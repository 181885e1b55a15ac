import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT } from '../../src/platform/resources.ts'
import { differences } from '../../test/fixtures/versions/differences.ts'
import { postgresUnavailable, startPostgres } from '../../test/support/postgres.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { UpgradeFigures } from '../evaluate/report/tables/storage.ts'
import { startBalancer } from './support/balancer.ts'
import type { Measurement } from './support/bench.ts'
import { checkOut, DidNotStart, EARLIER, stop, type Version, versionIn } from './support/earlier-version.ts'
import { freePort } from './support/free-port.ts'
import { enrol, newPromise, PASSWORD, type Promised, USERNAME } from './support/person.ts'
import { startReceiver } from './support/receiver.ts'

const PEOPLE = 6
const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

/** Its running nodes do not notice a newer database schema: all of them must be stopped first. */
const UNAWARE = ['0.1.0']

/**
 * npm run bench -- upgrade [--sessions=1000] [--seconds=60] [--from=NAME[=COMMIT]]… [--only=sqlite|postgres]: an
 * earlier version, from git, fills a database with sessions, tenants, accounts, credentials, policies, lists and keys.
 * Then a node of this version starts next to the old one, and people enrol on both, behind a load balancer, for some
 * seconds. Afterwards the old node stops, everything is compared with the old version's answers, and the old version is
 * started again, which must be refused. Default for --from: 0.1.0 and 0.2.0.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { sessions: text, seconds: text, only: text, from: { ...text, multiple: true } },
  })
  const given = values.from?.map((each) => each.split('=') as [string, string?])
  const versions = given ?? Object.entries(EARLIER)
  const [sessions, seconds] = [Number(values.sessions ?? 1000), Number(values.seconds ?? 60)]
  const missing = postgresUnavailable()
  if (missing) console.error(missing)
  const kinds = (['sqlite', 'postgres'] as const).filter(
    (kind) => (values.only ?? kind) === kind && !(kind === 'postgres' && missing),
  )
  const folder = await mkdtemp(join(tmpdir(), 'limen-upgrade-'))
  const rows: UpgradeFigures['rows'] = []
  try {
    for (const [from, commit = EARLIER[from] ?? from] of versions) {
      const earlier = await checkOut(commit, join(folder, `from-${rows.length}`))
      const both = kinds.map(async (kind) => ({
        from,
        database: DATABASES[kind],
        ...(await upgrade(earlier, kind, { from, sessions, seconds })),
      }))
      for (const row of await Promise.all(both)) {
        rows.push(row)
        console.log(JSON.stringify(row))
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const table of tablesOf('upgrade', { seconds, rows })) console.log(renderTable(table))
  if (rows.some(isWrong)) process.exitCode = 1
  return [{ set: 'upgrade', figures: { seconds, rows } }]
}

const isWrong = ({ refused, ...row }: UpgradeFigures['rows'][number]) =>
  !refused || row.lost + row.changed + row.stuck + row.webhooksLost + row.otherLost > 0

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

async function upgrade(
  earlier: Version,
  kind: keyof typeof DATABASES,
  { from, sessions, seconds }: { from: string; sessions: number; seconds: number },
): Promise<Omit<UpgradeFigures['rows'][number], 'from' | 'database'>> {
  const current = versionIn(ROOT)
  const folder = await mkdtemp(join(tmpdir(), 'limen-upgraded-'))
  const receiver = await startReceiver()
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const [oldPort, newPort] = [await freePort(), await freePort()]
  const [oldNode, newNode] = [`http://127.0.0.1:${oldPort}`, `http://127.0.0.1:${newPort}`]
  const balancer = await startBalancer([oldNode, newNode])
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
    BASE_URL: balancer.address,
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    WEBHOOK_URL: receiver.url,
    ALLOWED_HOSTS: receiver.host,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  }
  const started = new Set<Awaited<ReturnType<Version['start']>>>()
  const start = async (version: Version, port: number) => {
    const child = await version.start(port, environment)
    started.add(child)
    return child
  }
  try {
    const old = await start(earlier, oldPort)
    const before = await enrolMany(() => balancer.address, sessions)
    const kept = await keepOthers(earlier, environment, folder)
    const said = await answersOf(oldNode, before)

    const people = enrolUntil(() => balancer.address)
    if (UNAWARE.includes(from)) await stop(old)
    const begun = performance.now()
    const node = await start(current, newPort)
    await untilReady(newNode)
    const readyS = Math.round((performance.now() - begun) / 100) / 10
    await wait(seconds * 1000)
    const goesOn = (await fetch(`${oldNode}/healthz`).catch(() => undefined))?.ok
    await stop(old)
    const during = await people.end()

    const all = [...before, ...during]
    const found = await compare(newNode, all, said)
    const otherLost = await countOthers(current, environment, kept)
    const webhooks = await countWebhooks(receiver.received, all)
    await stop(node)
    const refusal = await start(earlier, oldPort).then(
      () => undefined,
      (error) => {
        if (error instanceof DidNotStart) return error
        throw error
      },
    )
    return {
      sessions: before.length,
      during: during.length,
      readyS,
      oldNode: UNAWARE.includes(from) ? 'stopped first' : goesOn ? 'served on' : 'stepped aside',
      ...found,
      others: kept.length,
      otherLost,
      ...webhooks,
      refused: refusal !== undefined && refusal.code !== 0,
      ...(refusal && { refusal: sentenceOf(refusal.message) }),
    }
  } finally {
    for (const child of started) await stop(child)
    await Promise.all([balancer.close(), receiver.close(), postgres?.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The message of an uncaught error. */
const sentenceOf = (text: string) =>
  /^(?:\w*Error: )?(.*database has schema.*)$/im.exec(text)?.[1] ?? text.split('\n')[0] ?? ''

async function enrolMany(node: () => string, count: number): Promise<Promised[]> {
  const promises = Array.from({ length: count }, newPromise)
  const left = promises.values()
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      for (const promised of left) await enrol(node, promised)
    }),
  )
  return promises
}

function enrolUntil(node: () => string) {
  const promises: Promised[] = []
  let running = true
  const people = Array.from({ length: PEOPLE }, async () => {
    while (running) {
      const promised = newPromise()
      promises.push(promised)
      await enrol(node, promised)
    }
  })
  return {
    async end() {
      running = false
      await Promise.all(people)
      return promises
    },
  }
}

async function untilReady(node: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await fetch(`${node}/healthz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('the new node is not ready after two minutes')
}

const get = (node: string, path: string) => fetch(`${node}/api/v1/data/${path}`, { headers: { authorization } })
const ASKED = ['status', 'decision/results', 'document/result', 'face/result']

/** A version's answers about decided sessions. */
async function answersOf(node: string, promises: readonly Promised[]): Promise<Map<string, unknown[]>> {
  const answers = new Map<string, unknown[]>()
  const left = promises.values()
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      for (const { sessionId } of left)
        answers.set(
          sessionId,
          await Promise.all(ASKED.map(async (path) => (await get(node, `${sessionId}/${path}`)).json())),
        )
    }),
  )
  return answers
}

/** The current state of all sessions: they must exist, be decided, unchanged, and have the pictures that were sent. */
async function compare(node: string, promises: readonly Promised[], said: Map<string, unknown[]>) {
  const found = { lost: 0, stuck: 0, changed: 0 }
  const now = await answersOf(node, promises)
  for (const { sessionId, pictures } of promises) {
    const [status] = (now.get(sessionId) ?? []) as [{ status?: string }]
    if (!status?.status) found.lost += 1
    else if (!/^(AUTO|WAITING)_/.test(status.status)) found.stuck += 1
    const wrong = differences(
      said.get(sessionId) ?? [],
      (now.get(sessionId) ?? []).slice(0, said.get(sessionId)?.length ?? 0),
    )
    let isChanged = wrong.length > 0
    if (wrong[0]) console.error(`${sessionId} ${wrong[0]}`)
    // Pictures of a session that waits for a reviewer are not returned.
    const shown = status?.status?.startsWith('AUTO_') ? Object.entries(pictures) : []
    for (const [image, sent] of shown) {
      const stored = await get(node, `${sessionId}/images/${image}`)
      isChanged ||= !stored.ok || !Buffer.from(await stored.arrayBuffer()).equals(sent)
    }
    if (isChanged) found.changed += 1
  }
  return found
}

async function countWebhooks(received: Map<string, string[]>, promises: readonly Promised[]) {
  const missing = () => promises.filter(({ sessionId }) => !received.has(sessionId)).length
  for (let waited = 0; missing() > 0 && waited < 120; waited += 1) await wait(1_000)
  const webhooksDoubled = promises.filter(({ sessionId }) => (received.get(sessionId)?.length ?? 0) > 1).length
  return { webhooksLost: missing(), webhooksDoubled }
}

/** Another kind of stored data: how it is created, how it is shown, and what must be shown. */
interface Kept {
  show: string[]
  /** Undefined: everything that was shown before. */
  text: string
}

/** Creates the data that this version supports. Data without a command in this version does not exist. */
async function keepOthers(version: Version, environment: NodeJS.ProcessEnv, folder: string): Promise<Kept[]> {
  const call = (...args: string[]) => version.command(args, environment)
  const policy = join(folder, 'policy.json')
  const rules = JSON.parse((await call('policy', 'default')) ?? '{}') as object
  await writeFile(policy, JSON.stringify({ ...rules, name: 'of-the-second', version: '7' }))
  const list = join(ROOT, 'test/fixtures/lists/targets.simple.csv')
  const made: [make: string[] | undefined, show: string[], text?: string][] = [
    [['tenants', 'create', 'second', '--name', 'Second'], ['tenants', 'list'], 'second'],
    [['tenants', 'set', 'second', '--settings', '{"retentionDays":31}'], ['tenants', 'show', 'second'], '31'],
    [
      ['credentials', 'create', '--tenant', 'second', '--username', 'another'],
      ['credentials', 'list', '--tenant', 'second'],
      'another',
    ],
    [['reviewers', 'create', 'rita'], ['reviewers', 'list'], 'rita'],
    [['policy', 'use', policy, '--tenant', 'second'], ['policy', 'show', '--tenant', 'second'], 'of-the-second'],
    [['lists', 'import', list, '--id', 'targets'], ['lists', 'list'], 'targets'],
    [undefined, ['webhooks', 'secret']],
    [undefined, ['verify-evidence', '--print-key']],
  ]
  const kept: Kept[] = []
  for (const [make, show, text] of made) {
    const done = make ? await call(...make) : ''
    const shown = done === undefined ? undefined : await call(...show)
    if (shown === undefined) console.error(`not in this version: ${(make ?? show).slice(0, 2).join(' ')}`)
    else kept.push({ show, text: text ?? shown })
  }
  return kept
}

async function countOthers(version: Version, environment: NodeJS.ProcessEnv, kept: readonly Kept[]): Promise<number> {
  let lost = 0
  for (const { show, text } of kept) {
    const shown = await version.command(show, environment)
    if (shown?.includes(text)) continue
    lost += 1
    console.error(`${show.join(' ')} does not show '${text}'`)
  }
  return lost
}
