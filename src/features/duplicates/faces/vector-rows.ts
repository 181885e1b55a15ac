import { sql } from 'kysely'
import { type FaceGroupOf, type MaskSigns, openMask } from './masked-signs.ts'
import { type FaceRange, type FaceSource, holdCurrent, openAllSigns, selectSigns } from './read-faces.ts'

/** Faces as `face_vector` is filled from, and the secret that masks their signs. */
export interface VectorSource extends FaceSource {
  secret: Uint8Array
}

export interface VectorsFilled {
  /** How many faces were looked at, and how many of them had no row. */
  faces: number
  filled: number
  /** The last one, if there may be more. */
  last?: FaceRange['after']
  /** Sessions whose stored signs did not open, and were made again. */
  changed: string[]
}

const masks = new WeakMap<Uint8Array, Map<string, MaskSigns>>()

/** Making one takes half a millisecond. */
export function maskOf(secret: Uint8Array, group: FaceGroupOf): MaskSigns {
  const known = masks.get(secret) ?? new Map<string, MaskSigns>()
  masks.set(secret, known)
  const key = JSON.stringify([group.tenant, group.mode, group.model])
  const mask = known.get(key) ?? openMask(secret, group)
  known.set(key, mask)
  return mask
}

/** Gives the next faces of a range the rows that they do not have yet. */
export async function fillVectors(source: VectorSource, range: FaceRange, limit: number): Promise<VectorsFilled> {
  const { db, kind, secret } = source
  const rows = await selectSigns(db, range, limit)
    .leftJoin('face_vector', (join) =>
      join
        .onRef('face_vector.session_id', '=', 'print.session_id')
        .onRef('face_vector.sequence', '=', 'print.sequence'),
    )
    .select('face_vector.session_id as filled_id')
    .execute()
  const { opened, changed } = await openAllSigns(
    source,
    rows.filter(({ filled_id }) => filled_id === null),
  )
  const made = opened.flatMap(({ signs: { session_id, tenant, mode, face_model, sequence }, packed }) => {
    const signs = maskOf(secret, { tenant, mode, model: face_model })(packed)
    return signs === undefined ? [] : [{ session_id, tenant, mode, face_model, sequence, signs }]
  })
  if (made.length)
    await db.transaction().execute(async (trx) => {
      const current = await holdCurrent(trx, kind, made)
      if (!current.length) return
      await trx
        .insertInto('face_vector')
        .values(current.map(({ signs, ...row }) => ({ ...row, signs: sql<string>`${signs}::bit(704)` })))
        .onConflict((conflict) =>
          conflict.column('session_id').doUpdateSet((eb) => ({
            tenant: eb.ref('excluded.tenant'),
            mode: eb.ref('excluded.mode'),
            face_model: eb.ref('excluded.face_model'),
            sequence: eb.ref('excluded.sequence'),
            signs: eb.ref('excluded.signs'),
          })),
        )
        .execute()
    })
  const end = rows.at(-1)
  return {
    faces: rows.length,
    filled: made.length,
    ...(end && rows.length === limit && { last: { sequence: end.sequence, sessionId: end.session_id } }),
    changed,
  }
}
