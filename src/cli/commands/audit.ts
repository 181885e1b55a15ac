import { readFileSync } from 'node:fs'
import {
  type Anchor,
  anchorAudit,
  type ExportedLine,
  exportAudit,
  verifyAudit,
  verifyExport,
} from '../../actions/jobs/audit-chain.ts'
import { withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: audit verify [--anchors FILE]   check that no entry was changed, removed or inserted; and against anchors
       audit verify --file FILE        check an export, without the service
       audit export [--after NUMBER]   print the entries as JSON lines, each bound to all before it
       audit anchor                    print the chain's present end, signed: keep it on another host
Ends with 1 when something is wrong.`

export async function run(args: string[]): Promise<void> {
  const [verb] = readWords(args)
  const file = readOption(args, 'file')
  if (verb === 'verify' && file) report(verifyExport(linesOf<ExportedLine>(file)), linesOf(file).length)
  else if (verb === 'verify')
    await withStorage(async (ports) => {
      const anchors = readOption(args, 'anchors')
      const { problems, entries } = await verifyAudit(ports, anchors ? linesOf<Anchor>(anchors) : [])
      report(problems, entries)
    })
  else if (verb === 'export')
    await withStorage(async (ports) => {
      for await (const line of exportAudit(ports, Number(readOption(args, 'after') ?? 0)))
        console.log(JSON.stringify(line))
    })
  else if (verb === 'anchor')
    await withStorage(async (ports) => {
      const anchor = await anchorAudit(ports)
      if (anchor) console.log(JSON.stringify(anchor))
      else console.error('the audit log is empty')
    })
  else throw new UsageError(usage)
}

function report(problems: string[], entries: number): void {
  if (problems.length) process.exitCode = 1
  for (const problem of problems) console.log(problem)
  console.log(
    problems.length ? `NOT WHOLE: ${problems.length} problems in ${entries} entries` : `WHOLE: ${entries} entries`,
  )
}

function linesOf<Line>(file: string): Line[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Line)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
