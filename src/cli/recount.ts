import { recount } from '../storage/sql/sessions/recount.ts'
import { withStorage } from './storage.ts'

export async function run(): Promise<void> {
  await withStorage(async ({ database, audit }) => {
    const wrong = await recount(database)
    const detail = { wrong }
    await audit.record({ at: new Date(), tenant: '*', actor: 'system', action: 'sessions.recount', detail })
    console.log(wrong ? `put ${wrong} counts right` : 'every count was right')
  })
}
