import '../src/features/index.ts'
import { UsageError } from '../src/platform/cli/usage.ts'

interface LabCommand {
  run(args: string[]): Promise<void>
  /** The text of `--help`; otherwise the description of the command. */
  help?(args: string[]): string
}

/** Every command of the lab, its description, and its file. */
const commands: Record<string, { does: string; load: () => Promise<LabCommand> }> = {
  specimen: { does: 'draw documents with known truth', load: () => import('../packages/specimen/src/command.ts') },
  evaluate: { does: 'measure accuracy on a labelled folder', load: () => import('./evaluate/index.ts') },
  bench: { does: 'measure speed and scale, and crash it on purpose', load: () => import('./bench/run.ts') },
  docs: { does: 'write the tables of the documentation', load: () => import('./evaluate/report/write-docs.ts') },
  demonstration: { does: 'draw the pictures of the demo', load: () => import('./demonstration/draw-demonstration.ts') },
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h'

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error('usage: npm run lab -- COMMAND\n')
  for (const [each, { does }] of Object.entries(commands)) console.error(`  ${each.padEnd(16)} ${does}`)
  process.exit(name === 'help' || isHelp(name) ? 0 : 2)
}
try {
  const { run, help } = await command.load()
  if (args.some(isHelp)) console.log(help?.(args.filter((arg) => !isHelp(arg))) ?? `${name}: ${command.does}`)
  else await run(args)
} catch (error) {
  if (!(error instanceof UsageError || isBadOption(error))) throw error
  console.error(error.message)
  process.exit(2)
}

/** A flag unknown to parseArgs, or one without its value. */
function isBadOption(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
