import { UsageError } from '../src/cli/support/usage.ts'

/** Every command of the laboratory, what it does, and the file that does it; each file exports `run`. */
const commands: Record<string, { does: string; load: () => Promise<{ run(args: string[]): Promise<void> }> }> = {
  specimen: { does: 'draw documents with known truth', load: () => import('./specimen/command.ts') },
  evaluate: { does: 'measure accuracy on a labelled folder', load: () => import('./evaluate/index.ts') },
  bench: { does: 'measure speed and scale, and crash it on purpose', load: () => import('./bench/run.ts') },
  docs: { does: 'write the tables of the documentation', load: () => import('./evaluate/report/write-docs.ts') },
  demonstration: { does: 'draw the pictures of the demo', load: () => import('./specimen/draw-demonstration.ts') },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error('usage: npm run lab -- COMMAND\n')
  for (const [each, { does }] of Object.entries(commands)) console.error(`  ${each.padEnd(16)} ${does}`)
  process.exit(name === 'help' || name === '--help' ? 0 : 2)
}
try {
  const { run } = await command.load()
  await run(args)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exit(2)
}
