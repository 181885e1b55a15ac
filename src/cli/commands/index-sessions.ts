import { indexSessions } from '../../actions/jobs/index-sessions.ts'
import { ACTOR, withStorage } from '../support/storage.ts'

export async function run(): Promise<void> {
  await withStorage(async (ports) => {
    console.log(`${await indexSessions(ports, ACTOR)} sessions can be found by reference, name and number`)
  })
}
