import { readConfig } from '../config.ts'
import { rewrapAll, rotateKeyFile } from '../storage/keys/rotate-master-key.ts'
import { withStorage } from './storage.ts'
import { UsageError, words } from './usage.ts'

const usage = `usage: keys rotate-master    wrap every key anew: under MASTER_KEY (with the old one as PREVIOUS_MASTER_KEY),
                             or, where the key is a file in DATA_DIR, under a new one
       keys rotate-signing   sign access tokens with a new key; tokens already out stay valid`

/** Both can run while the service does, and be started again after a crash. */
export async function run(args: string[]): Promise<void> {
  const [verb] = words(args)
  const { masterKey, dataDir } = readConfig(process.env)
  await withStorage(async ({ signingKeys, audit, database, keys }) => {
    const record = (action: string, detail: Record<string, string | number>) =>
      audit.record({ at: new Date(), tenant: '', actor: 'system', action, detail })
    if (verb === 'rotate-signing') {
      const { kid } = await signingKeys.rotate(new Date())
      await record('signing-key.rotate', { kid })
      console.log(`tokens are signed with ${kid} from now on`)
    } else if (verb === 'rotate-master') {
      const wrapped = masterKey ? await rewrapAll(database.db, keys) : await rotateKeyFile(dataDir, database.db, keys)
      await record('master-key.rotate', { wrapped })
      console.log(`${wrapped} keys are wrapped anew`)
    } else throw new UsageError(usage)
  })
}
