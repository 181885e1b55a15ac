import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/support/usage.ts'
import { conformancePage } from './page.ts'
import type { Suite, SuiteReport } from './suite.ts'

/** Every suite by its folder: its name in the JSON, and the file that runs it. */
const SUITES: Record<string, { key: string; load: () => Promise<Suite> }> = {
  names: { key: 'names', load: () => import('./names.ts') },
  credentials: { key: 'credentials', load: () => import('./credentials.ts') },
  crypto: { key: 'crypto', load: () => import('./crypto.ts') },
  'chip-failures': { key: 'chipFailures', load: () => import('./chip-failures.ts') },
  seals: { key: 'seals', load: () => import('./seals.ts') },
}

export const help = () => `usage: npm run conform -- --data DIR [--only NAME,…] [--json FILE] [--page FILE]

Runs the outside suites that lie in DIR, each in a folder of its name, and says where the product and a suite differ.
There are: ${Object.keys(SUITES).join(', ')}`

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, only: { type: 'string' }, json: { type: 'string' }, page: { type: 'string' } },
  })
  if (values.data === undefined) throw new UsageError(help())
  const names = values.only?.split(',') ?? Object.keys(SUITES)
  const figures: Record<string, unknown> = {}
  const reports: Record<string, SuiteReport> = {}
  for (const name of names) {
    const suite = SUITES[name]
    if (!suite) throw new UsageError(`no suite ${name}; there are ${Object.keys(SUITES).join(', ')}`)
    const folder = join(values.data, name)
    if (!existsSync(folder)) {
      console.log(`${name}: not in ${values.data}\n`)
      continue
    }
    const report = await (await suite.load()).run(folder)
    figures[suite.key] = report.figures
    reports[name] = report
    console.log(formatReport(name, report))
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, undefined, 2)}\n`)
  if (values.page !== undefined) await writeFile(values.page, await conformancePage(values.data, reports))
}

function formatReport(name: string, { parts, misses, unsupported = {} }: SuiteReport): string {
  const width = Math.max(...parts.map((part) => part.name.length), name.length) + 2
  const line = (...cells: (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(width) : String(cell).padStart(12))).join('')
  return [
    line(name, 'rows', 'agree', 'unsupported', 'misses'),
    ...parts.map((part) => {
      const { n, agree, unsupported: apart = 0 } = part
      return line(part.name, n, agree, apart, n - agree - apart)
    }),
    ...Object.entries(unsupported).map(([what, count]) => `  unsupported: ${what} (${count})`),
    ...misses.map(({ id, reason }) => `  miss: ${id}: ${reason}`),
    '',
  ].join('\n')
}
