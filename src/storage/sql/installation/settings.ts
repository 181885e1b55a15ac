import { randomUUID } from 'node:crypto'
import type { Settings } from '../../../actions/ports/installation.ts'
import type { Context } from '../database/context.ts'

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

/** The setting that holds it. A restored database draws another: it is not the installation that the backup was taken of. */
export const INSTALLATION_ID = 'installation-id'

/** By which this database is known where its pictures lie. Drawn once. */
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
