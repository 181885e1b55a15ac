import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditRow, Schema } from '../database/schema.ts'
import { readAcceptances } from './chain.ts'
import { checkMac } from './mac.ts'

/** Which of these entries this installation did not write: those with a false MAC, and those without one that nobody vouched for. */
export async function findForged(db: Kysely<Schema>, auditKey: KeyObject, rows: AuditRow[]): Promise<Set<string>> {
  const checked = rows.map((row) => ({ id: row.id, mac: checkMac(auditKey, row) }))
  const forged = new Set(checked.flatMap(({ id, mac }) => (mac === 'FALSE' ? [id] : [])))
  const without = checked.flatMap(({ id, mac }) => (mac === 'ABSENT' ? [id] : []))
  if (!without.length) return forged

  const through = await acceptedThrough(db, auditKey)
  const linked = await db
    .selectFrom('audit_link')
    .select('audit_id')
    .where('audit_id', 'in', without)
    .where('seq', '<=', through)
    .execute()
  const accepted = new Set(linked.map(({ audit_id }) => audit_id))
  for (const id of without) if (!accepted.has(id)) forged.add(id)
  return forged
}

/** Up to which number somebody vouched for entries without a MAC, in the chain as it is; 0 where nobody did. */
async function acceptedThrough(db: Kysely<Schema>, auditKey: KeyObject): Promise<number> {
  const acceptances = await readAcceptances(db, auditKey)
  const links = await db
    .selectFrom('audit_link')
    .select(['seq', 'hash'])
    .where('seq', 'in', [0, ...acceptances.map(({ through }) => through)])
    .execute()
  const hashes = new Map(links.map(({ seq, hash }) => [seq, hash]))
  return Math.max(0, ...acceptances.flatMap(({ through, hash }) => (hashes.get(through) === hash ? [through] : [])))
}
