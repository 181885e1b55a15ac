import { ConfigError } from '../config.ts'
import { WrongMasterKey } from '../storage/keys/check-master-key.ts'
import { UsageError } from './support/usage.ts'

/** Every command, what it does, and the file that does it; each file exports `run`. */
const commands: Record<string, { does: string; load: () => Promise<{ run(args: string[]): Promise<void> }> }> = {
  serve: { does: 'run the service', load: () => import('./commands/serve.ts') },
  credentials: { does: 'create, list or revoke API credentials', load: () => import('./commands/credentials.ts') },
  tenants: { does: 'create, list or change tenants', load: () => import('./commands/tenants.ts') },
  keys: { does: 'rotate the master key or the token signing key', load: () => import('./commands/keys.ts') },
  webhooks: { does: 'show the secret, list, replay', load: () => import('./commands/webhooks.ts') },
  documents: { does: 'teach, try, share and switch documents', load: () => import('./commands/documents.ts') },
  reviewers: { does: 'create, list, change or disable accounts', load: () => import('./commands/reviewers.ts') },
  policy: { does: 'print, check or set the policy of a tenant', load: () => import('./commands/policy.ts') },
  replay: { does: 'decide past sessions again under another policy', load: () => import('./commands/replay.ts') },
  backup: { does: 'copy everything while it runs; verify a copy', load: () => import('./commands/backup.ts') },
  restore: { does: 'put a backup into an empty installation', load: () => import('./commands/restore.ts') },
  person: { does: 'export or erase what is kept of a person', load: () => import('./commands/person.ts') },
  index: { does: 'write anew what sessions are found by', load: () => import('./commands/index-sessions.ts') },
  recount: { does: 'count all sessions anew for lists and plots', load: () => import('./commands/recount.ts') },
  audit: { does: 'verify, export or anchor the audit log', load: () => import('./commands/audit.ts') },
  'verify-evidence': { does: 'check a bundle of evidence', load: () => import('./commands/verify-evidence.ts') },
  doctor: { does: 'say what holds on this machine and what does not', load: () => import('./commands/doctor.ts') },
  openapi: { does: 'write openapi.json', load: () => import('./commands/openapi.ts') },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error('usage: npm run cli -- COMMAND\n')
  for (const [each, { does }] of Object.entries(commands)) console.error(`  ${each.padEnd(16)} ${does}`)
  process.exit(name === 'help' || name === '--help' ? 0 : 2)
}
try {
  const { run } = await command.load()
  await run(args)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof UsageError || error instanceof WrongMasterKey)) throw error
  console.error(error.message)
  process.exit(2)
}
