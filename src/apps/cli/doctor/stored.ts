import { bad, type Finding, good, unsafe } from '../../../kernel/operations/finding.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { ExaminedDatabase } from '../../../kernel/storage/checks.ts'
import { SHARED_ADVICE, SHARED_CONNECTIONS } from '../../../platform/sql/find-pooling.ts'

/** The oldest version that PostgreSQL still supports in November 2026. */
const LEAST_POSTGRES = 15

/** What this program would find, and do, if it started on this database now. */
export function judgeDatabase({ kind, server, schema, known, isShared }: ExaminedDatabase): Finding[] {
  const shared = isShared ? [unsafe('connections', SHARED_CONNECTIONS, SHARED_ADVICE)] : []
  return [judgeServer(kind, server), ...shared, judgeSchema(schema, known)]
}

function judgeServer(kind: ExaminedDatabase['kind'], server: string): Finding {
  if (kind === 'sqlite') return good('database', `SQLite ${server}`)
  const text = `PostgreSQL ${server}`
  if (Number.parseInt(server, 10) >= LEAST_POSTGRES) return good('database', text)
  return unsafe(
    'database',
    `${text} is no longer supported by the PostgreSQL project`,
    `move to PostgreSQL ${LEAST_POSTGRES} or later`,
  )
}

function judgeSchema(schema: number, known: number): Finding {
  if (schema > known)
    return bad(
      'schema',
      `${schema}, of a newer version; this one knows ${known} and does not start`,
      'start the newer version, or restore a backup of this one',
    )
  if (schema === 0) return good('schema', 'empty: the first start makes it')
  if (schema === known) return good('schema', `${schema}, that of this version`)
  return unsafe(
    'schema',
    `${schema}, of an earlier version; the first start upgrades it to ${known}`,
    'take a backup first (cli backup FOLDER, with the earlier version): there is no other way to go back',
  )
}

/** Who can sign in, and what a stolen password would allow. */
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
          `${alone.length} of ${active.length} accounts are admins with only a password: ${alone.map(({ username }) => username).join(', ')}`,
          'add a second factor in the console, under the account',
        )
      : good('accounts', `${active.length}, no admin with only a password`),
    live.length
      ? good('credentials', `${live.length} for real people`)
      : good('credentials', 'none for real people: every session is for trying out'),
  ]
}

const MOST_NAMED = 10

/** Rows that would give a right and that somebody else wrote. */
export async function judgeRights({ installation }: Pick<Ports, 'installation'>): Promise<Finding> {
  const rows = await installation.unsignedRows()
  if (!rows.length) return good('rights', 'every row that gives a right was written by this installation')
  const named = rows.slice(0, MOST_NAMED).map(({ id }) => id)
  const further = rows.length > named.length ? ` and ${rows.length - named.length} further` : ''
  return bad(
    'rights',
    `rows that this installation did not write give no right: ${named.join(', ')}${further}`,
    'look at them with cli rights list; accept those of an earlier version with cli rights accept, remove the others',
  )
}
