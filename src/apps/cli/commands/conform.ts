import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineCommand } from '../../../platform/cli/command.ts'
import { UsageError } from '../../../platform/cli/usage.ts'
import { failureOf, type Suite, type SuiteReport } from '../../conform/suite.ts'

/** Every suite by its folder: its name in the JSON, and the file that runs it. */
const SUITES: Record<string, { key: string; load: () => Promise<Suite> }> = {
  names: { key: 'names', load: () => import('../../conform/names.ts') },
  credentials: { key: 'credentials', load: () => import('../../conform/credentials.ts') },
  crypto: { key: 'crypto', load: () => import('../../conform/crypto.ts') },
  'chip-failures': { key: 'chipFailures', load: () => import('../../conform/chip-failures.ts') },
  seals: { key: 'seals', load: () => import('../../conform/seals.ts') },
}
/** A suite that is a program, because its wallets are made of libraries that only the tests install. */
const WALLETS = 'wallets'
const NAMES = [...Object.keys(SUITES), WALLETS].join(', ')

export const command = defineCommand({
  summary: 'run external test suites through this program, and report where it and a suite differ',
  details: `Each suite is in a folder of its name; docs/conformance.md says where they come from. There are:
${NAMES}.
The suite wallets needs no folder, but the packages of the tests.`,
  options: {
    data: { type: 'string', value: 'DIR', description: 'the folder of the suites' },
    wallets: { type: 'string', value: 'FILE', description: 'the program of the suite wallets' },
    only: { type: 'string', value: 'NAME,…', description: 'only these suites' },
    json: { type: 'string', value: 'FILE', description: 'write the figures to this file' },
    page: { type: 'string', value: 'FILE', description: 'write the report to this file, as Markdown' },
  },
  printsItself: { json: false },
  examples: [
    'conform --only wallets',
    'conform --data suites',
    'conform --data suites --only crypto,seals --json figures.json',
  ],
  run: async ({ options: { data, wallets, only, json, page } }) => {
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
      const { conformancePage } = await import('../../conform/page.ts')
      await writeFile(page, await conformancePage(data ?? '', reports))
    }
    return undefined
  },
})

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
