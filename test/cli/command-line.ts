import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import { commandTable } from '../../src/cli/command-table.ts'
import { type CommandTable, runCommandLine } from '../../src/cli/parser/run-command-line.ts'
import { openStorage, type Storage } from '../../src/storage/open.ts'

const program = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url))

/** One command line in this process; nobody is at its terminal unless an answer is given. */
export async function played(
  words: string[],
  { table = commandTable, answer }: { table?: CommandTable; answer?: string } = {},
) {
  const [out, err]: [string[], string[]] = [[], []]
  const ask = async (question: string): Promise<string> => {
    err.push(question)
    return answer ?? ''
  }
  const status = await runCommandLine(words, table, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ask: answer === undefined ? undefined : ask,
  })
  return { status, stdout: out.join('\n'), stderr: err.join('\n') }
}

/** The command line on a data folder of its own. */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'limen-cli-'))
  return {
    file: (name: string) => join(folder, name),
    run(...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        // A busy machine reads a picture in more than the service's 30 seconds.
        env: { ENGINE_SECONDS: '600', ...process.env, DATA_DIR: folder },
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
