import { faceContext, keptFaceOf } from '../../src/kernel/session/tables/keep-fingerprint.ts'
import { wrapDataKey } from '../../src/kernel/session/tables/session-row.ts'
import { newKey } from '../../src/platform/keys/keys.ts'
import { sealJson } from '../../src/platform/keys/seal.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Timed } from '../evaluate/report/tables/storage.ts'
import { anyFace } from './support/any-face.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions, TENANT } from './support/fill-sessions.ts'
import { type DatabasePlace, onDatabases } from './support/on-databases.ts'
import { timed } from './support/timed.ts'

const REPEATS = 10
const SCORE = 77

/**
 * npm run bench -- duplicates [--sessions=1000,10000] [--only=sqlite|postgres]: the search for a document and a face
 * seen before.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 1000, measure)
  for (const table of tablesOf('duplicates', figures)) console.log(renderTable(table))
  return [{ set: 'duplicates', figures }]
}

async function measure(place: DatabasePlace): Promise<Timed[]> {
  await fillSessions(place)
  await giveFaces(place)
  const { storage, kind, sessions } = place
  const stranger = { sessionId: 'none', tenant: TENANT, mode: 'live' as const }
  const document = { country: 'UTO', type: 'PASSPORT' as const, number: 'L898902C3' }
  const asked = {
    'a document alone': () => storage.fingerprints.compare({ ...stranger, document }, SCORE),
    'a document and a face': () => storage.fingerprints.compare({ ...stranger, document, face: anyFace() }, SCORE),
  }
  const rows: Timed[] = []
  for (const [what, ask] of Object.entries(asked))
    rows.push({ database: kind, sessions, what, ...(await timed(Array.from({ length: REPEATS }), ask)) })
  return rows
}

/** A face in every session, encrypted under its key, as in the product. */
export async function giveFaces({
  storage: { keys },
  filling,
}: Pick<DatabasePlace, 'storage' | 'filling'>): Promise<void> {
  const rows = await filling.selectFrom('print').select('session_id as id').execute()
  await filling.transaction().execute(async (trx) => {
    for (const { id } of rows) {
      const dataKey = newKey()
      const { masterKeyId, wrapped } = wrapDataKey(keys, id, dataKey)
      const key = { master_key_id: masterKeyId, wrapped }
      await trx.updateTable('session_key').set(key).where('session_id', '=', id).execute()
      const face = anyFace()
      const sealed = { face_model: face.model, sealed_face: sealJson(dataKey, faceContext(id), keptFaceOf(face)) }
      await trx.updateTable('print').set(sealed).where('session_id', '=', id).execute()
    }
  })
}
