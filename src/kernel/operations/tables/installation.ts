import { randomBytes, randomUUID } from 'node:crypto'
import { newKey } from '../../../platform/keys/keys.ts'
import { recordEntry } from '../../audit/tables/audit.ts'
import type { AuditEntry } from '../../ports/audit.ts'
import type { Secrets, Settings, SigningKey, SigningKeys } from '../../ports/installation.ts'
import type { Context } from '../../storage/context.ts'
import type { Row } from '../../storage/schema.ts'

/** Secrets do not change, so each is read once. */
export function sqlSecrets({ db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>): Secrets {
  const known = new Map<string, Uint8Array>()

  async function read(name: string): Promise<Uint8Array | undefined> {
    const row = await db.selectFrom('secret').selectAll().where('name', '=', name).executeTakeFirst()
    return row && keys.unwrap(secretContext(name), { masterKeyId: row.master_key_id, wrapped: row.wrapped })
  }

  async function make(name: string): Promise<void> {
    const { masterKeyId, wrapped } = keys.wrap(secretContext(name), newKey())
    await db
      .insertInto('secret')
      .values({ name, master_key_id: masterKeyId, wrapped, created_at: clock().getTime() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }

  return {
    async get(name) {
      const cached = known.get(name)
      if (cached) return cached
      let secret = await read(name)
      if (!secret) {
        await make(name)
        secret = await read(name)
      }
      if (!secret) throw new Error(`secret ${name} was made but cannot be read`)
      known.set(name, secret)
      return secret
    },
  }
}

export const secretContext = (name: string) => `secret:${name}`

/** How long a node uses a cached value. */
const CACHE_MS = 10_000

export function sqlSigningKeys({ db, keys, clock, auditKey }: Context): SigningKeys {
  let cache: { at: number; all: SigningKey[] } | undefined

  async function read(): Promise<SigningKey[]> {
    const rows = await db.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
    const all = rows.map(openKey)
    cache = { at: clock().getTime(), all }
    return all
  }

  async function all(): Promise<SigningKey[]> {
    const age = cache ? clock().getTime() - cache.at : CACHE_MS
    if (cache?.all.length && age >= 0 && age < CACHE_MS) return cache.all
    const found = await read()
    if (found.length) return found
    await rotate(clock())
    return read()
  }

  async function rotate(now: Date, audit?: (kid: string) => AuditEntry): Promise<SigningKey> {
    const kid = randomBytes(9).toString('base64url')
    const secret = newKey()
    const { masterKeyId, wrapped } = keys.wrap(signingKeyContext(kid), secret)
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('signing_key').set({ retired_at: now.getTime() }).where('retired_at', 'is', null).execute()
      await trx
        .insertInto('signing_key')
        .values({ kid, master_key_id: masterKeyId, wrapped, created_at: now.getTime(), retired_at: null })
        .execute()
      if (audit) await recordEntry(trx, auditKey, audit(kid))
    })
    cache = undefined
    return { kid, secret, createdAt: now }
  }

  const openKey = (row: Row<'signing_key'>): SigningKey => ({
    kid: row.kid,
    secret: keys.unwrap(signingKeyContext(row.kid), { masterKeyId: row.master_key_id, wrapped: row.wrapped }),
    createdAt: new Date(row.created_at),
    ...(row.retired_at === null ? {} : { retiredAt: new Date(row.retired_at) }),
  })

  return {
    all,
    rotate,
    async find(kid) {
      const known = (await all()).find((key) => key.kid === kid)
      return known ?? (await read()).find((key) => key.kid === kid)
    },
    async prune(retiredBefore) {
      await db.deleteFrom('signing_key').where('retired_at', '<', retiredBefore.getTime()).execute()
      cache = undefined
    },
  }
}

export const signingKeyContext = (kid: string) => `signing-key:${kid}`

export function sqlSettings({ db, clock }: Context): Settings {
  return {
    async get(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
      return row?.value
    },
    async set(name, value) {
      const updated_at = clock().getTime()
      await db
        .insertInto('setting')
        .values({ name, value, updated_at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at }))
        .execute()
    },
  }
}

/**
 * The setting that contains it. A restored database gets another one: it is not the installation that the backup was
 * taken of.
 */
export const INSTALLATION_ID = 'installation-id'

/** Identifies this database in its picture store. Generated once. */
export async function installationId({ db }: Pick<Context, 'db'>): Promise<string> {
  const found = async () =>
    (await db.selectFrom('setting').select('value').where('name', '=', INSTALLATION_ID).executeTakeFirst())?.value
  const there = await found()
  if (there) return there
  await db
    .insertInto('setting')
    .values({ name: INSTALLATION_ID, value: randomUUID(), updated_at: Date.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const drawn = await found()
  if (!drawn) throw new Error('the database does not keep the id of the installation')
  return drawn
}
