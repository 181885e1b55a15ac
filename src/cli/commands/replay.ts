import { writeFileSync } from 'node:fs'
import { tryPolicy } from '../../actions/admin/use-policy.ts'
import { changed } from '../../domain/decision/replay.ts'
import { defineCommand } from '../parser/command.ts'
import { loadPolicyFile } from '../support/policy-file.ts'
import { drawReplay } from '../support/replay-picture.ts'
import { formatReplay } from '../support/replay-report.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant } from '../support/usage.ts'

export const command = defineCommand({
  summary: 'decide past sessions again under another policy',
  details: 'Prints what would change. Nothing is changed.',
  options: {
    policy: { type: 'string', value: 'FILE', required: true, description: 'the other policy' },
    tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose sessions' },
    test: { type: 'boolean', description: 'the sessions of test mode instead of the live ones' },
    picture: { type: 'string', value: 'FILE.svg', description: 'also draw what would change' },
    show: { type: 'integer', default: 20, description: 'how many of the sessions to name that would change' },
  },
  run: ({ options: { policy: file, tenant, test, picture, show }, json }) => {
    const policy = loadPolicyFile(file)
    const mode = test ? 'test' : 'live'
    return withStorage(async (ports) => {
      const tried = await tryPolicy(ports, { tenant, mode, policy, actor: ACTOR }, { show, progress })
      if (!tried.ok) throw noSuchTenant(tried)
      const { tally, shown } = tried.value
      if (process.stderr.isTTY && !json) process.stderr.write('\r\x1b[K')
      if (picture)
        writeFileSync(picture, drawReplay(tally, { before: 'as decided', after: `${policy.name} ${policy.version}` }))
      return {
        data: { ...tally, changed: changed(tally), shown, ...(picture && { picture }) },
        text: [formatReplay(tally, shown), ...(picture ? ['', `picture: ${picture}`] : [])].join('\n'),
      }
    })
  },
})

function progress(sessions: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${sessions} sessions`)
}
