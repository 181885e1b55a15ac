import { readFileSync } from 'node:fs'
import {
  type Anchor,
  acceptAudit,
  anchorAudit,
  type ExportedLine,
  exportAudit,
  verifyAudit,
  verifyExport,
} from '../../../kernel/audit/audit-chain.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { UsageError } from '../../../platform/cli/usage.ts'

const verify = defineCommand({
  summary: 'check that no entry was changed, removed, inserted or forged',
  details: 'Ends with 1 when something is wrong.',
  options: {
    anchors: {
      type: 'string',
      value: 'FILE',
      description: 'also check against anchors that were kept on another host',
    },
    file: { type: 'string', value: 'FILE', description: 'check an export instead, without the service' },
  },
  run: async ({ options: { anchors, file } }) => {
    if (file && anchors) throw new UsageError('audit verify takes --anchors or --file, not both')
    if (file) return report(verifyExport(linesOf<ExportedLine>(file)), linesOf(file).length)
    return withStorage(async (ports) => {
      const { problems, entries } = await verifyAudit(ports, anchors ? linesOf<Anchor>(anchors) : [])
      return report(problems, entries)
    })
  },
})

const exporting = defineCommand({
  summary: 'print the entries as JSON lines, each bound to all before it',
  options: { after: { type: 'integer', default: 0, description: 'only the entries after this number' } },
  printsItself: { json: true },
  run: ({ options: { after } }) =>
    withStorage(async (ports) => {
      for await (const line of exportAudit(ports, after)) console.log(JSON.stringify(line))
      return undefined
    }),
})

const anchor = defineCommand({
  summary: 'print the present end of the chain, signed; keep it on another host',
  printsItself: { json: true },
  run: () =>
    withStorage(async (ports) => {
      const anchor = await anchorAudit(ports)
      if (anchor) console.log(JSON.stringify(anchor))
      else console.error('the audit log is empty')
      return undefined
    }),
})

const accept = defineCommand({
  summary: 'vouch for entries without a MAC, which nodes of version 0.2 wrote during an upgrade',
  details: 'Look at the entries that verify names first. Who accepted them stays in the log.',
  options: {
    through: { type: 'integer', value: 'NUMBER', description: 'the number of the last of them', required: true },
  },
  destroys: true,
  run: ({ options: { through }, confirm }) =>
    withStorage(async (ports) => {
      await confirm(`accept every entry without a MAC up to number ${through} as genuine`)
      const link = await acceptAudit(ports, through, ACTOR)
      if (!link) throw new UsageError(`the audit log has no entry ${through}`)
      return { data: { through, hash: link.hash }, text: `entries up to ${through} are accepted without a MAC` }
    }),
})

export const command = defineGroup({
  summary: 'verify, export or anchor the audit log, or accept entries without a MAC',
  commands: { verify, export: exporting, anchor, accept },
})

function report(problems: string[], entries: number): Answer {
  const verdict = problems.length
    ? `NOT WHOLE: ${problems.length} problems in ${entries} entries`
    : `WHOLE: ${entries} entries`
  return {
    data: { whole: !problems.length, entries, problems },
    text: [...problems, verdict].join('\n'),
    exitCode: problems.length ? 1 : 0,
  }
}

function linesOf<Line>(file: string): Line[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Line)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
