import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandTable } from '../../../src/apps/cli/command-table.ts'
import { describeFault } from '../../../src/apps/cli/faults.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { openStorage, type Storage } from '../../../src/kernel/storage/open.ts'
import { type CommandTable, runCommandLine } from '../../../src/platform/cli/run-command-line.ts'

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
  const status = await runCommandLine(
    words,
    table,
    {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      ask: answer === undefined ? undefined : ask,
    },
    describeFault,
  )
  return { status, stdout: out.join('\n'), stderr: err.join('\n') }
}

/** The command line on a data folder of its own. */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'limen-cli-'))
  return {
    file: (name: string) => join(folder, name),
    /** One command line on this folder, in this process: most of what a process of its own costs is to start it. */
    async run(...words: string[]) {
      const [out, err]: [string[], string[]] = [[], []]
      // Some commands print while they run.
      const { log, error } = console
      // A busy machine reads a picture in more than the service's 30 seconds.
      const back = setEnvironment({ ENGINE_SECONDS: '600', DATA_DIR: folder })
      const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
      Object.assign(console, { log: terminal.out, error: terminal.err })
      try {
        const status = await runCommandLine(words, commandTable, terminal, describeFault)
        return { status, stdout: linesOf(out), stderr: linesOf(err) }
      } finally {
        Object.assign(console, { log, error })
        back()
      }
    },
    /** Looks at what the commands left behind, or prepares what they find. */
    async stored<Value>(look: (storage: Storage) => Promise<Value>): Promise<Value> {
      const storage = await openStorage({ dataDir: folder, clock: () => new Date(), defaultPolicy: defaultPolicy() })
      try {
        return await look(storage)
      } finally {
        await storage.close()
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const linesOf = (texts: string[]) => texts.map((text) => `${text}\n`).join('')

/** The settings of one command; the answer puts back what was there. */
export function setEnvironment(settings: Record<string, string>): () => void {
  const before = { ...process.env }
  Object.assign(process.env, settings)
  return () => {
    for (const name of Object.keys(settings)) delete process.env[name]
    Object.assign(process.env, before)
  }
}
