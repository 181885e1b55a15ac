import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { random } from '../../packages/specimen/src/random.ts'
import { type FaceGroupOf, openMask } from '../../src/features/duplicates/faces/masked-signs.ts'
import { createExtension, isOfGroup } from '../../src/features/duplicates/faces/vector-indexes.ts'
import { openDatabase } from '../../src/kernel/storage/database.ts'
import { packSigns } from '../../src/vision/face/face-signs.ts'
import { cosineOf } from '../../src/vision/face/template.ts'
import { findPgvector } from '../../test/support/pgvector.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../evaluate/measure/rates.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { FaceVectorRow } from '../evaluate/report/tables/storage.ts'
import { COSINE, drawFace, readFaces, SEARCHES, SHARE, sameAgain } from './face-index.ts'
import type { Measurement } from './support/bench.ts'

const GROUP: FaceGroupOf = { tenant: 'acme', mode: 'live', model: 'edgeface+sface' }
const BEST = 100
const WRITTEN = 5_000
/** How many rows the index keeps in sight, at most 1,000. */
const IN_SIGHT = [200, 400, 1_000]
/** Searches that read every row are slow. */
const EXACT_SEARCHES = 40

/**
 * npm run bench -- face-vectors --data DIR [--faces=200000]: the same search as face-index, in PostgreSQL: by reading
 * every row, with and without pgvector, and by its index.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, faces: { type: 'string', default: '200000' } },
  })
  if (!values.data) throw new Error('--data must name a folder with faces/pairs.csv')
  const pgvector = findPgvector()
  if ('missing' in pgvector) throw new Error(pgvector.missing)
  const real = await readFaces(path.join(values.data, 'faces'))
  const server = await startPostgres(pgvector)
  try {
    const { rows, version } = await measure(await server.createDatabase(), real, Number(values.faces))
    const figures = { people: real.length, version, rows }
    for (const table of tablesOf('faceVectors', figures)) console.log(renderTable(table))
    return [{ set: 'faceVectors', figures }]
  } finally {
    await server.stop()
  }
}

async function measure(url: string, real: readonly Float32Array[], faces: number) {
  const { db, close } = await openDatabase(url)
  const source = random(`face-vectors/${faces}`)
  const mask = openMask(randomBytes(32), GROUP)
  const signsOf = (values: ArrayLike<number>) => mask(packSigns(values)) as string
  try {
    const extension = await createExtension(db)
    if ('missing' in extension) throw new Error(`pgvector is ${extension.missing}`)
    const every = Math.floor(faces / SEARCHES)
    const twins: { id: string; face: Float32Array }[] = []
    let [ids, signs]: [string[], string[]] = [[], []]
    for (let at = 0; at < faces; at += 1) {
      const face = drawFace(real, source)
      const id = randomUUID()
      if (at % every === 0) twins.push({ id, face })
      ids.push(id)
      signs.push(signsOf(face))
      if (ids.length < WRITTEN && at < faces - 1) continue
      await sql`insert into face_vector
        select id, ${GROUP.tenant}, ${GROUP.mode}, ${GROUP.model}, 1, signs::bit(704)
        from unnest(${ids}::text[], ${signs}::text[]) as faces (id, signs)`.execute(db)
      ;[ids, signs] = [[], []]
    }
    await sql`vacuum analyze face_vector`.execute(db)
    const searches = twins.flatMap(({ id, face }) => {
      const again = sameAgain(face, real, source)
      return cosineOf([...face], again) < COSINE ? [] : [{ id, signs: signsOf(again) }]
    })
    const limit = Math.floor(SHARE * (real[0]?.length ?? 0))
    const rows: FaceVectorRow[] = []
    const take = async (search: string, most: number, near: (signs: string) => Promise<string[]>, build?: number) => {
      const times: number[] = []
      let found = 0
      for (const { id, signs } of searches.slice(0, most)) {
        const start = performance.now()
        const ids = await near(signs)
        times.push(performance.now() - start)
        if (ids.includes(id)) found += 1
      }
      const { rows: sizes } = await sql<{ bytes: number }>`
        select pg_total_relation_size('face_vector')::float8 as bytes`.execute(db)
      rows.push({
        faces,
        search,
        searches: times.length,
        medianMs: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
        recall: found / times.length,
        bytes: (sizes[0]?.bytes ?? 0) / faces,
        ...(build !== undefined && { buildSeconds: build }),
      })
      console.log(rows.at(-1))
    }
    const readingAll = (distance: (signs: string) => ReturnType<typeof sql>) => async (signs: string) => {
      const { rows: near } = await sql<{ session_id: string }>`
        select session_id from (select session_id, ${distance(signs)} as distance from face_vector
          where ${isOfGroup(GROUP)}) as near
        where distance <= ${limit} order by distance limit ${sql.lit(BEST)}`.execute(db)
      return near.map(({ session_id }) => session_id)
    }
    await take(
      'every row, without pgvector',
      EXACT_SEARCHES,
      readingAll((to) => sql`bit_count(signs # ${to}::bit(704))`),
    )
    await take(
      'every row, with pgvector',
      EXACT_SEARCHES,
      readingAll((to) => sql`signs <~> ${to}::bit(704)`),
    )
    const began = performance.now()
    await sql`create index face_vector_near on face_vector using hnsw (signs bit_hamming_ops) where ${isOfGroup(GROUP)}`.execute(
      db,
    )
    const build = (performance.now() - began) / 1000
    for (const inSight of IN_SIGHT)
      await take(
        `index, ${inSight} in sight`,
        SEARCHES,
        (signs) =>
          db.transaction().execute(async (trx) => {
            await sql`set local hnsw.ef_search = ${sql.lit(inSight)}`.execute(trx)
            const { rows: near } = await sql<{ session_id: string }>`
              select session_id from face_vector where ${isOfGroup(GROUP)}
              order by signs <~> ${signs}::bit(704) limit ${sql.lit(BEST)}`.execute(trx)
            return near.map(({ session_id }) => session_id)
          }),
        build,
      )
    return { rows, version: extension.version }
  } finally {
    await close()
  }
}
