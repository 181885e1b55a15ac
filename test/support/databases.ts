import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/open.ts'
import { type PostgresServer, postgresUnavailable, startPostgres } from './postgres.ts'

/** What a suite that runs on every database gets. */
export interface DatabasePlace {
  kind: 'sqlite' | 'postgres'
  /** The folders in which everything lies that the storage wrote: to search them. */
  folders(): string[]
  /** Options of a fresh, empty storage. Opening them twice gives two nodes on the same data. */
  options(more?: Partial<StorageOptions>): Promise<StorageOptions>
  /** A fresh storage with the tenant `acme`, closed when the suite ends. */
  open(more?: Partial<StorageOptions>): Promise<Storage>
}

/** Runs the same suite on SQLite and on a real PostgreSQL. */
export function onEveryDatabase(suite: (place: DatabasePlace) => void): void {
  describe('on SQLite', () => suite(placeOf('sqlite')))
  describe('on PostgreSQL', { skip: postgresUnavailable() ?? false }, () => suite(placeOf('postgres')))
}

export const TEST_TENANT = {
  id: 'acme',
  name: 'Acme',
  settings: { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 },
}

function placeOf(kind: DatabasePlace['kind']): DatabasePlace {
  const opened: Storage[] = []
  let root = ''
  let server: PostgresServer | undefined

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-data-'))
    if (kind === 'postgres') server = await startPostgres()
  })
  after(async () => {
    await Promise.all(opened.map((storage) => storage.close()))
    await server?.stop()
    await rm(root, { recursive: true, force: true })
  })

  async function options(more: Partial<StorageOptions> = {}): Promise<StorageOptions> {
    const dataDir = await mkdtemp(join(root, 'node-'))
    const databaseUrl = await server?.createDatabase()
    return { dataDir, clock: () => new Date(), defaultPolicy, ...(databaseUrl ? { databaseUrl } : {}), ...more }
  }

  return {
    kind,
    folders: () => [root, ...(server ? [server.folder] : [])],
    options,
    async open(more) {
      const storage = await openStorage(await options(more))
      opened.push(storage)
      await storage.tenants.create(TEST_TENANT)
      return storage
    },
  }
}
