import type { Kysely } from 'kysely'
import type { Keyring, Wrapped } from '../../platform/keys/keys.ts'
import { secretContext, signingKeyContext } from '../operations/tables/installation.ts'
import { sessionKeyContext } from '../session/tables/session-row.ts'
import type { Schema } from '../storage/schema.ts'

/** Something that the database stores wrapped, to test a key on. */
export interface Trial extends Wrapped {
  context: string
}

/** The given key is not the one that this database was written under. The message says what to do. */
export class WrongMasterKey extends Error {}

/** The secret that exists only for this. It is wrapped again last in a rotation: see rotate-master-key.ts. */
export const CHECK_SECRET = 'master-key-check'

/** Undefined for a database that contains nothing wrapped yet. */
export async function findTrial(db: Kysely<Schema>): Promise<Trial | undefined> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('secret') || !tables.has('signing_key') || !tables.has('session_key')) return undefined
  const own = await readCheck(db)
  if (own) return own
  const [secret] = await db.selectFrom('secret').selectAll().limit(1).execute()
  if (secret) return trialOf(secretContext(secret.name), secret)
  const [signing] = await db.selectFrom('signing_key').selectAll().limit(1).execute()
  if (signing) return trialOf(signingKeyContext(signing.kid), signing)
  const [session] = await db.selectFrom('session_key').selectAll().limit(1).execute()
  return session && trialOf(sessionKeyContext(session.session_id), session)
}

/** The value by which a running service checks that its key still fits. */
export async function readCheck(db: Kysely<Schema>): Promise<Trial | undefined> {
  const row = await db.selectFrom('secret').selectAll().where('name', '=', CHECK_SECRET).executeTakeFirst()
  return row && trialOf(secretContext(row.name), row)
}

export function tryKey(keys: Keyring, { context, ...wrapped }: Trial): void {
  try {
    keys.unwrap(context, wrapped)
  } catch {
    throw new WrongMasterKey(
      `The master key does not fit this database: it was written under the key ${wrapped.masterKeyId}, and the one given is ${keys.currentId()}. ` +
        'Put the right key back (MASTER_KEY, or master.key in DATA_DIR), or the old one as PREVIOUS_MASTER_KEY while a rotation is in progress. ' +
        'Nothing was changed.',
    )
  }
}

const trialOf = (context: string, row: { master_key_id: string; wrapped: string }): Trial => ({
  context,
  masterKeyId: row.master_key_id,
  wrapped: row.wrapped,
})
