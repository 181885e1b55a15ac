import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCredential } from '../../../src/kernel/accounts/credentials.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../../src/kernel/storage/open.ts'
import { createTenant } from '../../../src/kernel/tenants/tenants.ts'
import { serve } from './serve.ts'

interface TwoTenants {
  address: string
  /** The authorisation of each tenant's calls. */
  crowded: string
  single: string
  pid: number
  stop(): Promise<void>
}

/** The service with the real engine and this many workers, on a separate installation with two tenants. */
export async function startTenants(workers: number): Promise<TwoTenants> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-throughput-'))
  const storage = await openStorage({ dataDir: folder, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  const ports = { ...storage, clock: () => new Date() }
  const login = async (id: string) => {
    const made = await createTenant(ports, { id, name: id, retentionDays: 1, actor: 'bench' })
    if (!made.ok) throw new Error(made.refusal)
    const created = await createCredential(ports, { tenant: id, mode: 'test', actor: 'bench' })
    if (!created.ok) throw new Error(created.refusal)
    return `Basic ${Buffer.from(`${created.value.username}:${created.value.password}`).toString('base64')}`
  }
  const [crowded, single] = [await login('crowded'), await login('single')]
  await storage.close()
  const service = await serve(folder, {
    ENGINE_WORKERS: String(workers),
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  })
  while (!(await fetch(`${service.address}/healthz`)).ok) await new Promise((resolve) => setTimeout(resolve, 250))
  return {
    address: service.address,
    crowded,
    single,
    pid: service.pid,
    async stop() {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
