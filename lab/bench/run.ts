import { readdirSync, readFileSync } from 'node:fs'
import { UsageError } from '../../src/platform/cli/usage.ts'
import { keepFigures } from '../evaluate/report/figures.ts'
import type { Bench } from './support/bench.ts'

/** npm run bench -- NAME [options] [--figures]: every other file of this folder that has a `run` is one bench. */
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))

const USAGE = `usage: npm run bench -- NAME [options] [--figures]\nthere are: ${benches.join(', ')}`

/** The comment of a bench that describes its use. */
export function help([name = '']: string[]): string {
  if (!benches.includes(name)) return USAGE
  const text = readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8')
  const comment = /\/\*\*\s*(?:\* )?(npm run bench -- .*?)\*\//s.exec(text)?.[1] ?? USAGE
  return comment.replace(/\n \* ?/g, '\n').trim()
}

export async function run([name = '', ...args]: string[]): Promise<void> {
  if (!benches.includes(name)) throw new UsageError(USAGE)
  const bench = (await import(`./${name}.ts`)) as Bench
  const options = args.filter((arg) => arg !== '--figures')
  const found = await bench.run(options)

  // Into docs/figures, from which the tables of the pages are generated.
  for (const { set, figures } of args.includes('--figures') ? found : []) {
    await keepFigures(set, figures, ['npm run bench --', name, ...withoutPaths(options)].join(' '))
    console.log(`docs/figures/${set}.json: written`)
  }
}

/** The paths of a labelled folder and of another clone are different on every machine. */
function withoutPaths(options: string[]): string[] {
  return options.map((option, at) =>
    options[at - 1] === '--data'
      ? 'DIR'
      : option.replace(/^--data=.*/, '--data DIR').replace(/^--with=.*/, '--with=TREE'),
  )
}
