import type { Kysely } from 'kysely'
import { recordEntry, recordIf } from '../../../kernel/audit/tables/audit.ts'
import type { Secrets } from '../../../kernel/ports/installation.ts'
import type { SignedRows } from '../../../kernel/rights/signed-rows.ts'
import { changeSet, requireWhole } from '../../../kernel/rights/signed-sets.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import { openJson, sealJson } from '../../../platform/keys/seal.ts'
import type { Blocked } from '../domain/blocklist.ts'
import type { Blocklist } from '../ports/screening.ts'

/** The sealed part of an entry. */
type Sealed = Pick<Blocked, 'name' | 'birth' | 'number' | 'reason'>

export function sqlBlocklist({ db, auditKey, signed }: Context, secrets: Secrets): Blocklist {
  return {
    async all(tenant, mode) {
      const key = await secrets.get('blocklist')
      await requireWhole(db, signed, 'block_entry')
      const rows = await db
        .selectFrom('block_entry')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('mode', '=', mode)
        .orderBy('added_at', 'desc')
        .orderBy('id')
        .execute()
      return rows
        .map((row) => signed.ours('block_entry', row))
        .map((row) => ({
          id: row.id,
          kind: row.kind,
          ...(row.sealed !== null && openJson<Sealed>(key, contextOf(row.id), row.sealed)),
          ...(row.session_id !== null && { sessionId: row.session_id }),
          by: row.added_by,
          at: new Date(Number(row.added_at)),
          ...(row.face_gone !== null && { faceGone: row.face_gone }),
        }))
    },

    async block(tenant, mode, { id, kind, sessionId, by, at, name, birth, number, reason }, audit) {
      const key = await secrets.get('blocklist')
      const sealed: Sealed = { name, birth, number, reason }
      await db.transaction().execute(async (trx) => {
        const values = signed.sign('block_entry', {
          id,
          tenant,
          mode,
          kind,
          session_id: sessionId ?? null,
          sealed: sealJson(key, contextOf(id), sealed),
          added_by: by,
          added_at: at.getTime(),
          face_gone: null,
        })
        await changeSet(trx, signed, 'block_entry', () => trx.insertInto('block_entry').values(values).execute())
        await recordEntry(trx, auditKey, audit)
      })
    },

    unblock: (tenant, mode, id, audit) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await changeSet(trx, signed, 'block_entry', () =>
          trx
            .deleteFrom('block_entry')
            .where('id', '=', id)
            .where('tenant', '=', tenant)
            .where('mode', '=', mode)
            .executeTakeFirstOrThrow(),
        )
        return recordIf(trx, auditKey, numDeletedRows > 0n, [audit])
      }),
  }
}

const contextOf = (id: string) => `blocked:${id}`

/** Removes the face of a session from the list with its reason. That there was an entry stays on record. */
export async function unblockFace(
  trx: Kysely<Schema>,
  signed: SignedRows,
  sessionId: string,
  faceGone: NonNullable<Blocked['faceGone']>,
): Promise<void> {
  const emptied = { sealed: null, face_gone: faceGone, ...(faceGone === 'erased' && { session_id: null }) }
  const found = await trx.selectFrom('block_entry').select('id').where('session_id', '=', sessionId).execute()
  if (found.length) await changeSet(trx, signed, 'block_entry', () => eraseEntries(trx, signed, sessionId, emptied))
}

async function eraseEntries(
  trx: Kysely<Schema>,
  signed: SignedRows,
  sessionId: string,
  emptied: Pick<Schema['block_entry'], 'sealed' | 'face_gone'> & { session_id?: null },
): Promise<void> {
  const rows = await trx.selectFrom('block_entry').selectAll().where('session_id', '=', sessionId).execute()
  for (const row of rows) {
    const next = { ...row, ...emptied }
    // A row that somebody else wrote is erased as well, and stays without a MAC.
    const { mac } = signed.isOurs('block_entry', row) ? signed.sign('block_entry', next) : row
    await trx
      .updateTable('block_entry')
      .set({ ...emptied, mac })
      .where('id', '=', row.id)
      .execute()
  }
}
