import { rotateMasterKey, rotateSigningKey } from '../../actions/jobs/rotate-keys.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { readWords, UsageError } from '../support/usage.ts'

const usage = `usage: keys rotate-master    wrap every key anew: under MASTER_KEY (with the old one as PREVIOUS_MASTER_KEY),
                             or, where the key is a file in DATA_DIR, under a new one
       keys rotate-signing   sign access tokens with a new key; tokens already out stay valid`

/** Both can run while the service does, and be started again after a crash. */
export async function run(args: string[]): Promise<void> {
  const [verb] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'rotate-signing') {
      console.log(`tokens are signed with ${await rotateSigningKey(ports, ACTOR)} from now on`)
    } else if (verb === 'rotate-master') {
      console.log(`${await rotateMasterKey(ports, ACTOR)} keys are wrapped anew`)
    } else throw new UsageError(usage)
  })
}
