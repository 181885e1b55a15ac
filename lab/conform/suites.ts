import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../src/platform/cli/usage.ts'
import { failureOf, type Suite, type SuiteReport } from './suite.ts'

/** Every suite by its folder: its name in the JSON, and the file that runs it. */
const SUITES: Record<string, { key: string; load: () => Promise<Suite> }> = {
  names: { key: 'names', load: () => import('./names.ts') },
  credentials: { key: 'credentials', load: () => import('./credentials.ts') },
  crypto: { key: 'crypto', load: () => import('./crypto.ts') },
  'chip-failures': { key: 'chipFailures', load: () => import('./chip-failures.ts') },
  seals: { key: 'seals', load: () => import('./seals.ts') },
}
/** A suite that is a program, because its wallets are made of libraries that only the tests install. */
const WALLETS = 'wallets'
const NAMES = [...Object.keys(SUITES), WALLETS].join(', ')

interface Options {
  /** The folder of the suites. */
  data?: string | undefined
  /** The program of the suite wallets. */
  wallets?: string | undefined
  /** Only these suites, with commas between them. */
  only?: string | undefined
  json?: string | undefined
  page?: string | undefined
}

/** Runs suites and prints a report of each; the command `conform` loads this by its path. */
export async function runSuites({ data, wallets, only, json, page }: Options): Promise<void> {
  const figures: Record<string, unknown> = {}
  const reports: Record<string, SuiteReport> = {}
  const wanted = only?.split(',') ?? [...Object.keys(SUITES), ...(wallets === undefined ? [] : [WALLETS])]
  const unknown = wanted.find((name) => name !== WALLETS && !Object.hasOwn(SUITES, name))
  if (unknown !== undefined) throw new UsageError(`no suite ${unknown}; there are ${NAMES}`)
  if (data === undefined && wanted.some((name) => name !== WALLETS))
    throw new UsageError('--data is missing: the folder of the suites')
  for (const name of wanted) {
    const { key = name, load } = SUITES[name] ?? { load: () => import(pathToFileURL(wallets ?? '').href) }
    const folder = name === WALLETS ? wallets : join(data ?? '', name)
    if (folder === undefined || !existsSync(folder)) {
      console.log(`${name}: not in ${name === WALLETS ? 'this installation' : data}\n`)
      continue
    }
    const report = await reportOn(load, folder)
    if (typeof report === 'string') {
      console.log(`${name}: ${report}\n`)
      continue
    }
    figures[key] = { ...report.figures, misses: report.misses.map(({ id }) => id) }
    reports[name] = report
    console.log(formatReport(name, report))
  }
  if (Object.keys(reports).length === 0)
    throw new UsageError(`${data ?? 'this installation'} has none of the suites ${wanted.join(', ')}`)
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, undefined, 2)}\n`)
  if (page !== undefined) {
    const { conformancePage } = await import('./page.ts')
    await writeFile(page, await conformancePage(data ?? '', reports))
  }
}

/** The report, or why the files of the suite cannot be read: the suites after it still run. */
async function reportOn(load: () => Promise<Suite>, folder: string): Promise<SuiteReport | string> {
  try {
    const suite = await load()
    return await suite.run(folder)
  } catch (error) {
    return failureOf(error)
  }
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
