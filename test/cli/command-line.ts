import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import { openStorage, type Storage } from '../../src/storage/open.ts'

const program = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url))

/** The command line on a data folder of its own. */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'limen-cli-'))
  return {
    file: (name: string) => join(folder, name),
    run(...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        env: { ...process.env, DATA_DIR: folder },
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    },
    /** Looks at what the commands left behind, or prepares what they find. */
    async stored<Value>(look: (storage: Storage) => Promise<Value>): Promise<Value> {
      const storage = await openStorage({ dataDir: folder, clock: () => new Date(), defaultPolicy })
      try {
        return await look(storage)
      } finally {
        await storage.close()
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
