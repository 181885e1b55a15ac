import type { KeyObject } from 'node:crypto'
import { recordEntry } from '../audit/audit.ts'
import { checkMac } from '../audit/chain.ts'
import { openAuditKey } from '../audit/open-audit-key.ts'
import type { Context, Database } from '../database/context.ts'
import { SIGNED_SINCE } from '../database/migrate.ts'
import { signRows } from './rights.ts'

/**
 * The key of the MACs, of the audit log and of rows that give a right. The start that adds MACs to a database of an earlier
 * version signs the rows that it finds, once, within the transaction of the migration, and records it. No later start does:
 * what is not signed then was written by somebody else, until an operator accepts it.
 */
export async function openRights(
  database: Pick<Database, 'db' | 'kind'>,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  from: number,
): Promise<KeyObject> {
  const macKey = await openAuditKey(database, { keys, clock })
  const isUpgrade = from > 0 && from < SIGNED_SINCE
  if (!isUpgrade || (await wasTakenOver(database, macKey))) return macKey
  const rows = await signRows(database, macKey, () => true)
  if (!rows) return macKey
  const detail = { rows, schema: from }
  await recordEntry(database.db, macKey, { at: clock(), tenant: '*', actor: 'system', action: 'rights.accept', detail })
  return macKey
}

/** A database that has been signed once is not one of an earlier version, whatever its schema says. */
async function wasTakenOver({ db }: Pick<Database, 'db'>, macKey: KeyObject): Promise<boolean> {
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'rights.accept').execute()
  return entries.some((entry) => checkMac(macKey, entry) === 'VALID')
}
