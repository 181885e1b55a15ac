import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import type { Evidence } from '../../src/kernel/decision/factors/factor.ts'
import { defaultPolicyRules } from '../../src/kernel/decision/policy.ts'
import { replay } from '../../src/kernel/decision/replay-sessions.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import { completeSession } from '../../src/kernel/session/complete-session.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import type { FaceTemplate } from '../../src/vision/face/face-template.ts'
import { licencePages, passportPage, selfie, template } from '../../test/kernel/decision/genuine.ts'
import { portsOf } from '../../test/kernel/tenants/decided-sessions.ts'
import { TEST_TENANT } from '../../test/support/databases.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'

/** npm run bench -- decide [--sessions=10000]: the cost of `complete`, and how long a replay of many sessions takes. */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string' } } })
  const sessions = Number(values.sessions ?? 10_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const storage = await openStorage({ dataDir, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  await storage.tenants.create(TEST_TENANT)
  const ports = portsOf(storage)
  try {
    const ids: string[] = []
    for (let index = 0; index < sessions; index++) ids.push(await pending(ports, index))

    const complete = await cost(async () => {
      for (const sessionId of ids) await completeSession(ports, { tenant: 'acme', sessionId })
    })
    const { passiveLiveness } = defaultPolicyRules().factors
    const factors = { ...defaultPolicyRules().factors, passiveLiveness: { ...passiveLiveness, high: 80 } }
    const stricter = withSha256({ ...defaultPolicyRules(), version: 'stricter', factors })
    const again = await cost(async () => {
      await replay(ports.sessionSearch, { tenant: 'acme', mode: 'live' }, stricter)
    })
    const figures = { sessions, complete, replay: again }
    for (const table of tablesOf('decide', figures)) console.log(renderTable(table))
    return [{ set: 'decide', figures }]
  } finally {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function cost(work: () => Promise<void>): Promise<{ wallS: number; cpuS: number }> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { wallS: round((performance.now() - start) / 1000), cpuS: round((user + system) / 1e6) }
}

/** A session with all of its pictures read, one in three a licence; face templates have their real length. */
async function pending({ sessions }: Ports, index: number): Promise<string> {
  const createdAt = new Date()
  const pages = index % 3 ? [passportPage()] : licencePages()
  const id = randomUUID()
  await sessions.create({
    id,
    tenant: 'acme',
    mode: 'live',
    status: 'PENDING',
    version: 1,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
    request: {},
    images: {},
    document: { pages: pages.map((page) => (page.portrait ? { ...page, portrait: faceOf(index) } : page)) },
    face: selfie({ template: faceOf(index), liveness: { score: index % 100, kinds: {} } }),
  } satisfies Parameters<typeof sessions.create>[0] & Pick<Evidence, 'document' | 'face'>)
  return id
}

function faceOf(seed: number): FaceTemplate {
  const values = Array.from({ length: 512 }, (_, index) => Math.sin(seed * 7.3 + index * 1.7))
  return template(...values)
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100
