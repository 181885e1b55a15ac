import { recountSessions } from '../../actions/jobs/recount-sessions.ts'
import { ACTOR, withStorage } from '../support/storage.ts'

export async function run(): Promise<void> {
  await withStorage(async (ports) => {
    const wrong = await recountSessions(ports, ACTOR)
    console.log(wrong ? `put ${wrong} counts right` : 'every count was right')
  })
}
