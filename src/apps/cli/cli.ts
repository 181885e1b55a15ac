import { createInterface } from 'node:readline/promises'
import { runCommandLine } from '../../platform/cli/run-command-line.ts'
import { commandTable } from './command-table.ts'
import { describeFault } from './faults.ts'

// The reader may close the output early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  commandTable,
  {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    ask: process.stdin.isTTY ? ask : undefined,
  },
  describeFault,
)

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
