import type { Ports } from '../../actions/ports/ports.ts'
import { type Finding, good, unsafe } from './finding.ts'

/** Who may get in, and what a thief of a password could do. */
export async function judgeAccounts({
  reviewers,
  credentials,
}: Pick<Ports, 'reviewers' | 'credentials'>): Promise<Finding[]> {
  const active = (await reviewers.list()).filter(({ disabledAt }) => !disabledAt)
  const alone = active.filter(({ role, totpSecret, subject }) => role === 'admin' && !totpSecret && !subject)
  const live = (await credentials.list()).filter(({ mode, revokedAt }) => mode === 'live' && !revokedAt)
  return [
    alone.length
      ? unsafe(
          'accounts',
          `${alone.length} of ${active.length} accounts are admins with a password alone: ${alone.map(({ username }) => username).join(', ')}`,
          'add a second factor in the console, under the account',
        )
      : good('accounts', `${active.length}, no admin with a password alone`),
    live.length
      ? good('credentials', `${live.length} for real people`)
      : good('credentials', 'none for real people: every session is for trying out'),
  ]
}
