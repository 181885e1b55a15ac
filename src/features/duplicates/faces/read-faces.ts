import { type Kysely, sql } from 'kysely'
import type { Mode } from '../../../kernel/session/session-words.ts'
import {
  faceContext,
  type KeptFace,
  openSigns,
  packedSigns,
  sealSigns,
  selectPrints,
  templateOf,
} from '../../../kernel/session/tables/keep-fingerprint.ts'
import { openDataKey } from '../../../kernel/session/tables/session-row.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import { openJson } from '../../../platform/keys/seal.ts'
import { countSigns } from '../../../vision/face/face-signs.ts'
import { ID_BYTES, idBytes } from './shard.ts'
import { layoutOf } from './sign-rows.ts'

export type FaceSource = Pick<Context, 'db' | 'keys'> & Pick<Database, 'kind'>

/** Where a print stands among those of its tenant: those of the first versions all have the number 0. */
interface Place {
  sequence: number
  sessionId: string
}

/** The faces of a tenant after one print, up to another. */
export interface FaceRange {
  tenant: string
  after: Place
  upTo: number
}

/** Faces of one mode and model, as a shard takes them. */
export interface FaceGroup {
  mode: Mode
  model: string
  /** How many numbers a face has. */
  length: number
  ids: Uint8Array
  /** The arranged signs of all of them. */
  rows: Uint32Array
  sequences: Float64Array
}

export interface FacesRead {
  faces: number
  groups: FaceGroup[]
  /** The last one, if there may be more. */
  last?: Place
  /** Sessions whose stored signs do not open: somebody else wrote them, and they were made again. */
  changed: string[]
}

/** Before the first print of a tenant. */
export const START: Place = { sequence: -1, sessionId: '' }

/** After the last print with a number: ids of sessions are hexadecimal. */
export const endOf = (sequence: number): Place => ({ sequence, sessionId: 'z' })

/** Rows written in one statement. */
const WRITTEN = 200

/**
 * Reads the signs of the next faces of a range, and of those that have none yet the faces themselves: their signs are
 * kept for the next time.
 */
export async function readFaces(source: FaceSource, range: FaceRange, limit: number): Promise<FacesRead> {
  const rows = await selectSigns(source.db, range, limit).execute()
  const { opened, changed } = await openAllSigns(source, rows)
  const gathered = openGatherer()
  for (const { signs, packed } of opened) gathered.add(signs, packed)
  const end = rows.at(-1)
  return {
    faces: rows.length,
    groups: gathered.groups(),
    ...(end && rows.length === limit && { last: { sequence: end.sequence, sessionId: end.session_id } }),
    changed,
  }
}

/** The next faces of a range with their stored signs, and the keys that open them. */
export const selectSigns = (db: Kysely<Schema>, { tenant, after, upTo }: FaceRange, limit: number) =>
  db
    .selectFrom('print')
    .innerJoin('session_key', 'session_key.session_id', 'print.session_id')
    .leftJoin('face_signs', (join) =>
      join
        .onRef('face_signs.session_id', '=', 'print.session_id')
        .onRef('face_signs.sequence', '=', 'print.sequence')
        .onRef('face_signs.tenant', '=', 'print.tenant'),
    )
    .select(['print.session_id', 'print.sequence', 'print.tenant', 'session_key.master_key_id', 'session_key.wrapped'])
    .select(['face_signs.mode', 'face_signs.face_model', 'face_signs.sealed_signs'])
    .where('print.tenant', '=', tenant)
    .where('print.sealed_face', 'is not', null)
    .where(sql<boolean>`(print.sequence, print.session_id) > (${after.sequence}, ${after.sessionId})`)
    .where('print.sequence', '<=', upTo)
    .orderBy('print.sequence')
    .orderBy('print.session_id')
    .limit(limit)

type StoredSigns = Awaited<ReturnType<ReturnType<typeof selectSigns>['execute']>>[number]

/** Opens them, and makes those that are missing or do not open from the faces. */
export async function openAllSigns(
  source: FaceSource,
  rows: readonly StoredSigns[],
): Promise<{ opened: OpenedSigns[]; changed: string[] }> {
  const opened: OpenedSigns[] = []
  const missing: string[] = []
  const changed: string[] = []
  for (const row of rows) {
    const { session_id, sequence, tenant, mode, face_model, sealed_signs } = row
    if (mode === null || face_model === null || sealed_signs === null) {
      missing.push(session_id)
      continue
    }
    const signs = { session_id, tenant, sequence, mode, face_model, sealed_signs }
    const packed = openUnchanged(openDataKey(source.keys, session_id, row), signs)
    if (packed) opened.push({ signs, packed })
    else {
      missing.push(session_id)
      changed.push(session_id)
    }
  }
  if (missing.length) opened.push(...(await makeSigns(source, missing)))
  return { opened, changed }
}

/** Undefined if somebody else wrote or moved them. */
function openUnchanged(dataKey: Uint8Array, signs: Schema['face_signs']): Buffer | undefined {
  try {
    return openSigns(dataKey, signs)
  } catch {
    return undefined
  }
}

interface OpenedSigns {
  signs: Schema['face_signs']
  packed: Buffer
}

async function makeSigns(source: FaceSource, ids: string[]): Promise<OpenedSigns[]> {
  const { db, keys } = source
  const prints = await selectPrints(db)
    .where('print.session_id', 'in', ids)
    .where('print.sealed_face', 'is not', null)
    .execute()
  const made = prints.flatMap((row): OpenedSigns[] => {
    const { session_id, tenant, mode, face_model, sequence, sealed_face } = row
    if (face_model === null || sealed_face === null) return []
    const dataKey = openDataKey(keys, session_id, row)
    const { values } = templateOf(face_model, openJson<KeptFace>(dataKey, faceContext(session_id), sealed_face))
    const packed = packedSigns(values)
    return [{ signs: sealSigns(dataKey, { session_id, tenant, mode, face_model, sequence }, packed), packed }]
  })
  for (let at = 0; at < made.length; at += WRITTEN)
    await keepSigns(
      source,
      made.slice(at, at + WRITTEN).map(({ signs }) => signs),
    )
  return made
}

async function keepSigns({ db, kind }: FaceSource, made: Schema['face_signs'][]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await holdCurrent(trx, kind, made)
    if (!rows.length) return
    await trx
      .insertInto('face_signs')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('session_id').doUpdateSet((eb) => ({
          tenant: eb.ref('excluded.tenant'),
          mode: eb.ref('excluded.mode'),
          face_model: eb.ref('excluded.face_model'),
          sequence: eb.ref('excluded.sequence'),
          sealed_signs: eb.ref('excluded.sealed_signs'),
        })),
      )
      .execute()
  })
}

/** Those of sessions that are not being erased, and whose face was not replaced meanwhile; both wait until the end. */
export async function holdCurrent<Row extends Pick<Schema['face_signs'], 'session_id' | 'sequence'>>(
  trx: Kysely<Schema>,
  kind: FaceSource['kind'],
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ session_id }) => session_id)
  const unerased = trx
    .selectFrom('session')
    .select('id')
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .orderBy('id')
  // An erasure waits until the rows are there, and removes them. SQLite's transactions come one after the other.
  const present = await (kind === 'postgres' ? unerased.forShare() : unerased).execute()
  const current = await readSequences(
    trx,
    present.map(({ id }) => id),
  )
  return rows.filter(({ session_id, sequence }) => current.get(session_id) === sequence)
}

async function readSequences(trx: Kysely<Schema>, ids: string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('print')
    .select(['session_id', 'sequence'])
    .where('session_id', 'in', ids)
    .where('sealed_face', 'is not', null)
    .execute()
  return new Map(rows.map(({ session_id, sequence }) => [session_id, sequence]))
}

/** Collects faces by mode, model and length. */
function openGatherer() {
  const found = new Map<
    string,
    { of: Schema['face_signs']; length: number; faces: { of: Schema['face_signs']; packed: Buffer }[] }
  >()
  return {
    add(of: Schema['face_signs'], packed: Buffer) {
      const length = countSigns(packed)
      const key = `${of.mode} ${length} ${of.face_model}`
      const group = found.get(key) ?? { of, length, faces: [] }
      found.set(key, group)
      group.faces.push({ of, packed })
    },
    groups: (): FaceGroup[] =>
      [...found.values()].map(({ of, length, faces }) => {
        const layout = layoutOf(length)
        const words = (layout.rowBytes + layout.restBytes) / 4
        const group: FaceGroup = {
          mode: of.mode,
          model: of.face_model,
          length,
          ids: new Uint8Array(faces.length * ID_BYTES),
          rows: new Uint32Array(faces.length * words),
          sequences: Float64Array.from(faces, (face) => face.of.sequence),
        }
        for (const [at, face] of faces.entries()) {
          group.ids.set(idBytes(face.of.session_id), at * ID_BYTES)
          layout.fromPacked(face.packed, group.rows.subarray(at * words, (at + 1) * words))
        }
        return group
      }),
  }
}
