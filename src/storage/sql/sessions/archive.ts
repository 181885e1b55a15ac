import type { Archive } from '../../../actions/ports/sessions.ts'
import type { Context } from '../database/context.ts'
import { openSession } from './session-row.ts'

export function sqlArchive({ db, keys }: Context): Archive {
  return {
    async decided({ tenant, mode }, after = '', limit) {
      const rows = await db
        .selectFrom('session')
        .innerJoin('session_key', 'session_key.session_id', 'session.id')
        .selectAll('session')
        .select(['session_key.master_key_id', 'session_key.wrapped'])
        .where('session.tenant', '=', tenant)
        .where('session.mode', '=', mode)
        .where('session.id', '>', after)
        .where('session.completed_at', 'is not', null)
        .where('session.erased_at', 'is', null)
        .orderBy('session.id')
        .limit(limit)
        .execute()
      return rows.map((row) => openSession(row, keys))
    },
  }
}
