import type { Secrets } from '../../../actions/ports/installation.ts'
import { newKey } from '../../keys/keys.ts'
import type { Context } from '../database/context.ts'

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
      if (!secret) throw new Error(`secret ${name} was made and is not there`)
      known.set(name, secret)
      return secret
    },
  }
}

export const secretContext = (name: string) => `secret:${name}`
