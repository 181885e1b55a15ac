import type { Ports } from '../../actions/ports/ports.ts'
import { bad, type Finding, good, unsafe } from './finding.ts'

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

const MOST_NAMED = 10

/** Rows that would give a right and that somebody else wrote. */
export async function judgeRights({ rights }: Pick<Ports, 'rights'>): Promise<Finding> {
  const rows = await rights.unsigned()
  if (!rows.length) return good('rights', 'every row that gives a right was written by this installation')
  const named = rows.slice(0, MOST_NAMED).map(({ id }) => id)
  const further = rows.length > named.length ? ` and ${rows.length - named.length} further` : ''
  return bad(
    'rights',
    `rows that this installation did not write give no right: ${named.join(', ')}${further}`,
    'look at them with cli rights list; accept those of an earlier version with cli rights accept, remove the others',
  )
}
