import type { Kysely } from 'kysely'
import type { Keyring } from '../../../platform/keys/keys.ts'
import { open, openJson, seal, sealJson } from '../../../platform/keys/seal.ts'
import { packSigns } from '../../../vision/face/face-signs.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { matchTemplates } from '../../../vision/face/match-templates.ts'
import type { ComparedFingerprint } from '../../ports/images.ts'
import type { Row, Schema } from '../../storage/schema.ts'
import type { HeldFingerprints } from './fingerprint-sets.ts'
import { openDataKey } from './session-row.ts'

/** Prints of sessions that are not being erased, with the keys that open their faces. */
export const selectPrints = (db: Kysely<Schema>) =>
  db
    .selectFrom('print')
    .innerJoin('session', 'session.id', 'print.session_id')
    .innerJoin('session_key', 'session_key.session_id', 'print.session_id')
    .selectAll('print')
    .select(['session.mode', 'session_key.master_key_id', 'session_key.wrapped'])
    .where('session.erased_at', 'is', null)

export type KeptPrint = Awaited<ReturnType<ReturnType<typeof selectPrints>['execute']>>[number]

/** The numbers of a face as a print stores them; for several recognisers, how many numbers each has. */
export type KeptFace = number[] | { values: number[]; lengths: number[] }

export function keptFaceOf({ values, parts }: FaceTemplate): KeptFace {
  const rounded = values.map(round)
  return parts ? { values: rounded, lengths: parts.map(({ length }) => length) } : rounded
}

/** A template to compare with a fresh one, whose calibration curves are used: curves are not stored. */
export function templateOf(model: string, kept: KeptFace): FaceTemplate {
  if (Array.isArray(kept)) return { model, values: kept, curve: [] }
  const models = model.split('+')
  const parts = kept.lengths.map((length, at) => ({ model: models[at] ?? '', length, curve: [] }))
  return { model, values: kept.values, curve: [], parts }
}

/** Four decimals change a cosine by less than 0.001, and are parsed four times as fast. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** The context that a stored face is sealed with. */
export const faceContext = (sessionId: string) => `print:${sessionId}:face`

/** A face's signs, as they are stored: bound to everything that says whose they are and where they are searched. */
type SignsOf = Omit<Row<'face_signs'>, 'sealed_signs'>

const signsContext = ({ session_id, tenant, mode, face_model, sequence }: SignsOf) =>
  JSON.stringify(['face signs', session_id, tenant, mode, face_model, sequence])

/** Of the numbers as they are stored, so that they are the same whichever they are made from. */
export const packedSigns = (values: readonly number[]): Buffer => packSigns(values.map(round))

export const sealSigns = (dataKey: Uint8Array, of: SignsOf, packed: Uint8Array): Row<'face_signs'> => ({
  ...of,
  sealed_signs: seal(dataKey, signsContext(of), packed).toString('base64'),
})

export const openSigns = (dataKey: Uint8Array, row: Row<'face_signs'>): Buffer =>
  open(dataKey, signsContext(row), Buffer.from(row.sealed_signs, 'base64'))

/** Whether the sealed face matches. It cannot if the two have no recogniser in common. */
export function isSameFace(keys: Keyring, row: KeptPrint, face: FaceTemplate, faceScore: number): boolean {
  if (row.sealed_face === null || row.face_model === null) return false
  const dataKey = openDataKey(keys, row.session_id, row)
  const kept = openJson<KeptFace>(dataKey, faceContext(row.session_id), row.sealed_face)
  const likeness = matchTemplates(templateOf(row.face_model, kept), face)
  return likeness !== undefined && likeness.score > faceScore
}

/** A print about to be written into the table. */
interface HashedFingerprint extends ComparedFingerprint {
  documentHash: string | null
}

/**
 * The next number among the tenant's prints; undefined when a similar one has come since this one was compared, and it
 * must be compared again. A number is assigned under a lock, so no two sessions can miss each other.
 */
export async function numberFingerprint(
  trx: Kysely<Schema>,
  keys: Keyring,
  held: HeldFingerprints,
  fingerprint: HashedFingerprint,
): Promise<number | undefined> {
  return (await isAlikeLater(trx, keys, fingerprint)) ? undefined : held.next()
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
  { sessionId, tenant, mode, face, documentHash }: HashedFingerprint,
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
  if (!face) return forgetSigns(trx, sessionId)
  const of = { session_id: sessionId, tenant, mode, face_model: face.model, sequence }
  const row = sealSigns(dataKey, of, packedSigns(face.values))
  await trx
    .insertInto('face_signs')
    .values(row)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute()
}

const forgetSigns = async (trx: Kysely<Schema>, sessionId: string): Promise<void> => {
  for (const table of ['face_signs', 'face_vector'] as const)
    await trx.deleteFrom(table).where('session_id', '=', sessionId).execute()
}

/**
 * Erases the face of a session that stays. The print gets a new number, by which other nodes see that the face has
 * gone, and the files of the database are compacted as after an erasure.
 */
export async function eraseFace(trx: Kysely<Schema>, held: HeldFingerprints, sessionId: string): Promise<void> {
  const has = await trx.selectFrom('print').select('session_id').where('session_id', '=', sessionId).executeTakeFirst()
  if (has) {
    const erased = { face_model: null, sealed_face: null, sequence: held.next() }
    await trx.updateTable('print').set(erased).where('session_id', '=', sessionId).execute()
    await forgetSigns(trx, sessionId)
  }
  await dueForCompaction(trx, sessionId)
}

/** Erased data of a session has to be removed from the files of the database as well. */
export async function dueForCompaction(trx: Kysely<Schema>, sessionId: string): Promise<void> {
  await trx
    .insertInto('compaction_due')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute()
}
