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
