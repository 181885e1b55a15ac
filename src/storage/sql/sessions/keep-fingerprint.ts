import type { Kysely } from 'kysely'
import type { ComparedFingerprint } from '../../../actions/ports/images.ts'
import type { Keyring } from '../../keys/keys.ts'
import { sealJson } from '../../keys/seal.ts'
import type { Schema } from '../database/schema.ts'
import { isSameFace } from './fingerprints.ts'
import { faceContext, keptFaceOf, selectPrints } from './kept-face.ts'

/** A print on its way into the table. */
interface HashedFingerprint extends ComparedFingerprint {
  documentHash: string | null
}

/**
 * The next number among the tenant's prints; undefined when one that is alike has come since this one was compared, and
 * it must be compared again. Whoever has a number is waited for, so no two sessions can miss each other.
 */
export async function numberFingerprint(
  trx: Kysely<Schema>,
  keys: Keyring,
  fingerprint: HashedFingerprint,
): Promise<number | undefined> {
  const last = await nextNumber(trx, fingerprint.tenant)
  return (await isAlikeLater(trx, keys, fingerprint)) ? undefined : last
}

async function nextNumber(trx: Kysely<Schema>, tenant: string): Promise<number> {
  const { last } = await trx
    .insertInto('print_sequence')
    .values({ tenant, last: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant').doUpdateSet((eb) => ({ last: eb('print_sequence.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

async function isAlikeLater(trx: Kysely<Schema>, keys: Keyring, fingerprint: HashedFingerprint): Promise<boolean> {
  const { tenant, mode, upTo, sessionId, documentHash, face, faceScore } = fingerprint
  const later = await selectPrints(trx)
    .where('print.tenant', '=', tenant)
    .where('print.sequence', '>', upTo)
    .where('print.session_id', '<>', sessionId)
    .where('session.mode', '=', mode)
    .execute()
  return later.some(
    (row) =>
      (documentHash !== null && row.document_hash === documentHash) ||
      (face !== undefined && isSameFace(keys, row, face, faceScore)),
  )
}

export async function insertFingerprint(
  trx: Kysely<Schema>,
  dataKey: Uint8Array,
  { sessionId, tenant, face, documentHash }: HashedFingerprint,
  sequence: number,
): Promise<void> {
  const values = {
    sequence,
    document_hash: documentHash,
    face_model: face?.model ?? null,
    sealed_face: face ? sealJson(dataKey, faceContext(sessionId), keptFaceOf(face)) : null,
  }
  await trx
    .insertInto('print')
    .values({ session_id: sessionId, tenant, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()
}

/**
 * The face of a session that stays. It gets a new number, by which other nodes see that it has gone, and the files of the
 * database are compacted as after an erasure.
 */
export async function eraseFace(trx: Kysely<Schema>, tenant: string, sessionId: string): Promise<void> {
  const has = await trx.selectFrom('print').select('session_id').where('session_id', '=', sessionId).executeTakeFirst()
  if (has) {
    const sequence = await nextNumber(trx, tenant)
    const erased = { face_model: null, sealed_face: null, sequence }
    await trx.updateTable('print').set(erased).where('session_id', '=', sessionId).execute()
  }
  await dueForCompaction(trx, sessionId)
}

/** What was erased of a session is to leave the files of the database as well. */
export async function dueForCompaction(trx: Kysely<Schema>, sessionId: string): Promise<void> {
  await trx
    .insertInto('compaction_due')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute()
}
