import { parseArgs } from 'node:util'
import { playSessions } from '../../test/support/session-model.ts'
import type { Measurement } from './support/bench.ts'

/**
 * npm run bench -- session-model [--runs=100000] [--seed=N]: sessions that several people change in any order and
 * concurrently, with crashes in between. Throws at the first run that breaks a rule, with its steps.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string' }, seed: { type: 'string' } } })
  const runs = Number(values.runs ?? 100_000)
  const began = process.cpuUsage()
  await playSessions({ runs, ...(values.seed !== undefined && { seed: Number(values.seed) }) })
  const { user, system } = process.cpuUsage(began)
  console.log(`${runs} runs, none broke a rule, ${Math.round((user + system) / 1e6)} CPU-seconds`)
  return []
}
