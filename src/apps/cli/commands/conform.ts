import { pathToFileURL } from 'node:url'
import { defineCommand } from '../../../platform/cli/command.ts'
import { programOf } from '../../../platform/resources.ts'

/** The program that runs the suites. It is no part of the service: a file of its own, which only this command loads. */
interface Suites {
  runSuites(options: Partial<Record<'data' | 'wallets' | 'only' | 'json' | 'page', string>>): Promise<void>
}

export const command = defineCommand({
  summary: 'run external test suites through this program, and report where it and a suite differ',
  details: 'Each suite is in a folder of its name; docs/conformance.md names them and says where they come from.',
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
  run: async ({ options }) => {
    const { runSuites } = (await import(pathToFileURL(programOf('lab/conform/suites.ts')).href)) as Suites
    await runSuites(options)
    return undefined
  },
})
