import '../../src/features/index.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage, type Storage, type StorageOptions } from '../../src/kernel/storage/open.ts'
import { createMigrated, placeMigrated } from './migrated.ts'
import { type PostgresServer, postgresUnavailable, sharedPostgres, startPostgres } from './postgres.ts'

/** What a suite that runs on every database gets. */
export interface DatabasePlace {
  kind: 'sqlite' | 'postgres'
  /** The folders in which everything lies that the storage wrote, to search them; of a server of its own. */
  folders(): string[]
  /** Options of a fresh, empty storage. Opening them twice gives two nodes on the same data. */
  options(more?: Partial<StorageOptions>): Promise<StorageOptions>
  /** A fresh storage with the tenant `acme`, closed when the suite ends. */
  open(more?: Partial<StorageOptions>): Promise<Storage>
}

/** Runs the same suite on SQLite and on a real PostgreSQL, which other suites of the process use too unless it is to be alone. */
export function onEveryDatabase(suite: (place: DatabasePlace) => void, { alone = false } = {}): void {
  describe('on SQLite', () => suite(placeOf('sqlite', alone)))
  describe('on PostgreSQL', { skip: postgresUnavailable() ?? false }, () => suite(placeOf('postgres', alone)))
}

export const TEST_TENANT = {
  id: 'acme',
  name: 'Acme',
  settings: { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 },
}

function placeOf(kind: DatabasePlace['kind'], alone: boolean): DatabasePlace {
  const opened: Storage[] = []
  let root = ''
  let server: Pick<PostgresServer, 'createDatabase'> | undefined
  let own: PostgresServer | undefined

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'limen-data-'))
    if (kind === 'postgres' && alone) own = await startPostgres()
    if (kind === 'postgres') server = own ?? (await sharedPostgres())
  })
  after(async () => {
    await Promise.all(opened.map((storage) => storage.close()))
    await own?.stop()
    await rm(root, { recursive: true, force: true })
  })

  async function optionsOn(databaseUrl: string | undefined, more: Partial<StorageOptions>): Promise<StorageOptions> {
    const dataDir = await mkdtemp(join(root, 'node-'))
    return {
      dataDir,
      clock: () => new Date(),
      defaultPolicy: defaultPolicy(),
      ...(databaseUrl ? { databaseUrl } : {}),
      ...more,
    }
  }

  return {
    kind,
    folders() {
      if (server && !own) throw new Error('the folder of the shared server holds what other suites wrote')
      return [root, ...(own ? [own.folder] : [])]
    },
    options: async (more = {}) => optionsOn(await server?.createDatabase(), more),
    async open(more = {}) {
      const options = await optionsOn(server && (await createMigrated(server)), more)
      if (!options.databaseUrl) await placeMigrated(options.dataDir)
      const storage = await openStorage(options)
      opened.push(storage)
      await storage.tenants.create(TEST_TENANT)
      return storage
    },
  }
}
