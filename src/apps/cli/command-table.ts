import { features } from '../../features/index.ts'
import type { CommandTable } from '../../platform/cli/run-command-line.ts'

/** Every command by its name. A new one is a file that exports `command`, and a line here (see CONTRIBUTING.md). */
export const commandTable: CommandTable = {
  serve: () => import('./commands/serve.ts'),
  read: () => import('./commands/read.ts'),
  try: () => import('./commands/try.ts'),
  credentials: () => import('./commands/credentials.ts'),
  tenants: () => import('./commands/tenants.ts'),
  keys: () => import('./commands/keys.ts'),
  webhooks: () => import('./commands/webhooks.ts'),
  reviewers: () => import('./commands/reviewers.ts'),
  policy: () => import('./commands/policy.ts'),
  replay: () => import('./commands/replay.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  person: () => import('./commands/person.ts'),
  index: () => import('./commands/index-sessions.ts'),
  recount: () => import('./commands/recount.ts'),
  audit: () => import('./commands/audit.ts'),
  rights: () => import('./commands/rights.ts'),
  trust: () => import('./commands/trust.ts'),
  ...Object.assign({}, ...features.map(({ commands }) => commands)),
  'verify-evidence': () => import('./commands/verify-evidence.ts'),
  conform: () => import('./commands/conform.ts'),
  setup: () => import('./commands/setup.ts'),
  doctor: () => import('./commands/doctor.ts'),
  openapi: () => import('./commands/openapi.ts'),
  completion: () => import('./commands/completion.ts'),
}
