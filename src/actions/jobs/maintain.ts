import { commonEntry } from '../admin/audit-entries.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { UnsignedRow } from '../ports/installation.ts'
import type { Ports } from '../ports/ports.ts'

/** Sessions at a time: between batches other work gets its turn. */
const BATCH = 200

/** Rewrites what all sessions are found by, for those of an earlier version; answers how many there are. */
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

/** Counts all sessions again and puts right what lists and plots are reckoned from; answers how many counts were wrong. */
export async function recountSessions(
  { figures, audit, clock }: Pick<Ports, 'figures' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const wrong = await figures.recount()
  await audit.record(commonEntry({ clock }, actor, 'sessions.recount', { wrong }))
  return wrong
}

/** Signs access tokens with a new key from now on; tokens already out stay valid. Answers its id. */
export async function rotateSigningKey(
  { signingKeys, clock }: Pick<Ports, 'signingKeys' | 'clock'>,
  actor: string,
): Promise<string> {
  const at = clock()
  const entry = { at, tenant: '*', actor, action: 'signing-key.rotate' } as const
  return (await signingKeys.rotate(at, (kid) => ({ ...entry, detail: { kid } }))).kid
}

/**
 * Wraps every stored key again; answers how many. It takes many writes, and a file: that it begins is recorded before the
 * first of them, so that one which is cut short is known too.
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

/** Lets rows that do not carry this installation's MAC give their rights, as they are now. Whoever does it has looked at them. */
export async function acceptRights(
  { installation, clock }: Pick<Ports, 'installation' | 'clock'>,
  rows: readonly UnsignedRow[],
  actor: string,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const detail = { rows: ids.length, named: ids.slice(0, MOST_NAMED).join(', ') }
  return installation.acceptRows(ids, commonEntry({ clock }, actor, 'rights.accept', detail))
}
