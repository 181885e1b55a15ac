import { commonEntry } from '../audit/audit-entries.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { UnsignedRow } from '../ports/installation.ts'
import type { Ports } from '../ports/ports.ts'

/** Sessions at a time: other work gets its turn between batches. */
const BATCH = 200

/** Rebuilds the search index of all sessions, for those of an earlier version; answers how many there are. */
export async function indexSessions(
  { sessionSearch, audit, clock }: Pick<Ports, 'sessionSearch' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  let [sessions, after]: [number, string | undefined] = [0, undefined]
  for (;;) {
    const ids: string[] = await sessionSearch.index(after, BATCH)
    sessions += ids.length
    after = ids.at(-1)
    if (after === undefined || ids.length < BATCH) break
  }
  await audit.record(commonEntry({ clock }, actor, 'sessions.index', { sessions }))
  return sessions
}

/** Counts all sessions again and corrects the counts behind lists and plots; answers how many were wrong. */
export async function recountSessions(
  { figures, audit, clock }: Pick<Ports, 'figures' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const wrong = await figures.recount()
  await audit.record(commonEntry({ clock }, actor, 'sessions.recount', { wrong }))
  return wrong
}

/** Signs access tokens with a new key from now on; issued tokens stay valid. Answers its id. */
export async function rotateSigningKey(
  { signingKeys, clock }: Pick<Ports, 'signingKeys' | 'clock'>,
  actor: string,
): Promise<string> {
  const at = clock()
  const entry = { at, tenant: '*', actor, action: 'signing-key.rotate' } as const
  return (await signingKeys.rotate(at, (kid) => ({ ...entry, detail: { kid } }))).kid
}

/**
 * Wraps every stored key again; answers how many. It takes many writes and a file: its start is recorded before the
 * first of them, so that an interrupted run is on record too.
 */
export async function rotateMasterKey(
  { installation, audit, clock }: Pick<Ports, 'installation' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const record = (detail: NonNullable<AuditEntry['detail']>) =>
    audit.record(commonEntry({ clock }, actor, 'master-key.rotate', detail))
  await record({ begins: true })
  const wrapped = await installation.rotateMasterKey()
  await record({ wrapped })
  return wrapped
}

/** Names in one entry of the audit log. */
const MOST_NAMED = 50

/**
 * Accepts rows that do not carry this installation's MAC, as they are now, so that they give their rights. The caller
 * confirms having checked them.
 */
export async function acceptRights(
  { installation, clock }: Pick<Ports, 'installation' | 'clock'>,
  rows: readonly UnsignedRow[],
  actor: string,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const detail = { rows: ids.length, named: ids.slice(0, MOST_NAMED).join(', ') }
  return installation.acceptRows(ids, commonEntry({ clock }, actor, 'rights.accept', detail))
}
