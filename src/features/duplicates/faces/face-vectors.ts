import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Candidates, FaceSearch, Wanted } from '../../../kernel/ports/face-search.ts'
import type { Secrets } from '../../../kernel/ports/installation.ts'
import { packedSigns } from '../../../kernel/session/tables/keep-fingerprint.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import type { FaceSearchOptions } from '../../../kernel/storage/feature-storage.ts'
import { openThread } from '../../../platform/thread.ts'
import { MOST_CANDIDATES, searchLimit } from './face-search.ts'
import { BATCH, BATCH_CPU_MS, type LoadJob, THREAD_MB } from './load-source.ts'
import type { FaceGroupOf } from './masked-signs.ts'
import { endOf, type FaceRange, START } from './read-faces.ts'
import {
  buildIndexes,
  cancelBuild,
  createExtension,
  indexNameOf,
  isOfGroup,
  listIndexes,
  listLargeGroups,
} from './vector-indexes.ts'
import { fillVectors, maskOf, type VectorSource, type VectorsFilled } from './vector-rows.ts'
import { renewUse } from './vector-use.ts'

/** The name of the secret that masks the signs. */
const MASK_SECRET = 'face vectors'
/** Rows of the tenant of a search that came since the last one. */
const LATER = 200
/** How often everything is counted again, and groups are looked at that have become large. */
const COUNT_MS = 60 * 60_000
/** How often the models of a tenant are counted. */
const OTHERS_MS = 60_000
/** Up to here reading every row takes about as long as an index and misses nobody; see docs/load-tests.md. */
export const INDEX_FROM = 200_000
/** How many rows pgvector keeps in sight. At 1,000, its most, recall is best; see docs/load-tests.md. */
const IN_SIGHT = 1_000

interface TenantVectors {
  /** The last number of a print that has its row. */
  upTo: number
  isReady: boolean
  filling?: Promise<void> | undefined
  countedAt: number
  faces: number
  total: number
}

/** Searches in PostgreSQL: the signs lie there masked, by pgvector's indexes or, without them, by reading every row. */
export function vectorFaceSearch(
  { db, kind, keys, clock }: Context & Pick<Database, 'kind'>,
  secrets: Secrets,
  { place, waitMs, warn, indexFrom = INDEX_FROM, beforeBatch }: FaceSearchOptions,
): Omit<FaceSearch, 'removeKept'> {
  const tenants = new Map<string, TenantVectors>()
  const others = new Map<string, { at: number; models: Promise<Candidates['others']> }>()
  const inThread = openThread<LoadJob & { secret: Uint8Array }, VectorsFilled>(
    'src/features/duplicates/faces/vector-thread.ts',
    BATCH_CPU_MS,
    THREAD_MB,
  )
  let hasExtension = false
  let indexes: ReadonlySet<string> = new Set()
  let preparing: Promise<void> | undefined
  let building: Promise<void> | undefined
  let builder: number | undefined
  let groupsAt = Number.NEGATIVE_INFINITY
  let use: string | undefined
  let isStopped = false
  let unsearched = 0

  const tenantOf = (tenant: string): TenantVectors => {
    const known = tenants.get(tenant) ?? {
      upTo: -1,
      isReady: false,
      countedAt: Number.NEGATIVE_INFINITY,
      faces: 0,
      total: 0,
    }
    tenants.set(tenant, known)
    return known
  }

  const sourceOf = async (): Promise<VectorSource> => ({ db, kind, keys, secret: await secrets.get(MASK_SECRET) })

  async function look(): Promise<void> {
    const current = await renewUse(db, clock)
    if (use !== undefined && current !== use) for (const each of tenants.values()) each.isReady = false
    use = current
    hasExtension = 'version' in (await createExtension(db))
    indexes = hasExtension ? await listIndexes(db) : new Set()
  }

  const prepare = (): Promise<void> => {
    preparing ??= look().catch((error: unknown) => {
      preparing = undefined
      throw error
    })
    return preparing
  }

  const sayChanged = (changed: readonly string[]) => {
    if (changed.length) warn(`the signs of ${changed.length} faces were changed in the database; they were made again`)
  }

  /** Counts the faces and the rows of a tenant, and gives every face its row if there are not as many. */
  async function fill(tenant: string, vectors: TenantVectors): Promise<void> {
    await prepare()
    await beforeBatch?.()
    const { last, faces } = await db
      .selectFrom('print')
      .select(({ fn }) => [fn.max('sequence').as('last'), fn.countAll<number | string>().as('faces')])
      .where('tenant', '=', tenant)
      .where('sealed_face', 'is not', null)
      .executeTakeFirstOrThrow()
    const upTo = Number(last ?? 0)
    const { rows } = await db
      .selectFrom('face_vector')
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .where('tenant', '=', tenant)
      .where('sequence', '<=', upTo)
      .executeTakeFirstOrThrow()
    Object.assign(vectors, { total: Number(faces), faces: Number(rows) })
    if (Number(rows) !== Number(faces)) await walk(tenant, vectors, upTo)
    if (isStopped) return
    Object.assign(vectors, { upTo, isReady: true, countedAt: performance.now() })
    vectors.faces = vectors.total
  }

  async function walk(tenant: string, vectors: TenantVectors, upTo: number): Promise<void> {
    const source = await sourceOf()
    let range: FaceRange | undefined = { tenant, after: START, upTo }
    while (range && !isStopped) {
      await beforeBatch?.()
      const isFirst: boolean = range.after === START
      // The first ones on this thread, which is enough for most tenants: another takes a third of a second to start.
      const { filled, last, changed }: VectorsFilled = isFirst
        ? await fillVectors(source, range, LATER)
        : await inThread({ place, range, limit: BATCH, secret: source.secret })
      sayChanged(changed)
      vectors.faces = Math.min(vectors.faces + filled, vectors.total)
      range = last && { ...range, after: last }
    }
  }

  function filled(tenant: string): Promise<void> {
    const vectors = tenantOf(tenant)
    vectors.filling ??= fill(tenant, vectors).finally(() => {
      vectors.filling = undefined
    })
    return vectors.filling
  }

  /** Rows of faces that came since, on any node: numbers of a tenant are assigned in sequence. */
  async function catchUp(tenant: string): Promise<void> {
    const vectors = tenantOf(tenant)
    const source = await sourceOf()
    for (;;) {
      const newest = await db
        .selectFrom('print')
        .select(({ fn }) => fn.max('sequence').as('last'))
        .where('tenant', '=', tenant)
        .where('sealed_face', 'is not', null)
        .executeTakeFirstOrThrow()
      const upTo = Number(newest.last ?? 0)
      if (upTo <= vectors.upTo) return
      const from = vectors.upTo
      const range = { tenant, after: endOf(from), upTo }
      const { faces, last, changed } = await fillVectors(source, range, LATER)
      sayChanged(changed)
      // Another search may have seen the same ones.
      if (vectors.upTo === from) vectors.faces += faces
      vectors.total = Math.max(vectors.total, vectors.faces)
      vectors.upTo = Math.max(vectors.upTo, last?.sequence ?? upTo)
    }
  }

  async function isFilledSoon(tenant: string): Promise<boolean> {
    const vectors = tenantOf(tenant)
    if (vectors.isReady || isStopped) return vectors.isReady
    const limit = new AbortController()
    const failed = filled(tenant).catch((error: unknown) => warn(`faces could not be read: ${String(error)}`))
    // Ended early by the abort below.
    const late = wait(waitMs, undefined, { signal: limit.signal }).catch(() => {})
    await Promise.race([failed, late])
    limit.abort()
    return vectors.isReady
  }

  async function nearest(group: FaceGroupOf, signs: string, limit: number): Promise<string[]> {
    const wanted = sql`${signs}::bit(704)`
    const [search, inSight] = indexes.has(indexNameOf(group))
      ? [searchIndex(group, wanted), IN_SIGHT]
      : [searchRows(group, hasExtension ? sql`(signs <~> ${wanted})` : sql`bit_count(signs # ${wanted})`, limit), 0]
    const rows = await db.transaction().execute(async (trx) => {
      if (inSight) await sql`set local hnsw.ef_search = ${sql.lit(inSight)}`.execute(trx)
      return (await search.execute(trx)).rows
    })
    return rows.filter(({ distance }) => Number(distance) <= limit).map(({ session_id }) => session_id)
  }

  /** Of all models but this one: `<>` would read every row of the tenant. */
  async function countOthers({ tenant, mode }: Wanted, model: string): Promise<Candidates['others']> {
    const rows = await db
      .selectFrom('face_vector')
      .select(['face_model as model', ({ fn }) => fn.countAll<number | string>().as('faces')])
      .where('tenant', '=', tenant)
      .where('mode', '=', mode)
      .where((eb) => eb.or([eb('face_model', '<', model), eb('face_model', '>', model)]))
      .groupBy('face_model')
      .execute()
    return rows.map((row) => ({ model: row.model, faces: Number(row.faces) }))
  }

  function othersOf(wanted: Wanted, model: string): Promise<Candidates['others']> {
    const key = JSON.stringify([wanted.tenant, wanted.mode, model])
    const known = others.get(key)
    if (known && performance.now() - known.at < OTHERS_MS) return known.models
    const models = countOthers(wanted, model)
    others.set(key, { at: performance.now(), models })
    models.catch(() => others.delete(key))
    return models
  }

  async function indexLarge(): Promise<void> {
    if (!hasExtension || building || performance.now() - groupsAt < COUNT_MS) return
    groupsAt = performance.now()
    const groups = (await listLargeGroups(db, indexFrom)).filter((group) => !indexes.has(indexNameOf(group)))
    if (!groups.length || isStopped) return
    building = buildIndexes(place.databaseUrl, groups, (pid) => {
      builder = pid
    })
      .catch((error: unknown) => {
        if (!isStopped) warn(`an index of faces could not be built: ${String(error)}`)
      })
      .finally(() => {
        building = undefined
        builder = undefined
      })
  }

  return {
    place: 'pgvector',
    async refresh() {
      preparing = undefined
      await prepare()
      const rows = await db
        .selectFrom('print')
        .select('tenant')
        .distinct()
        .where('sealed_face', 'is not', null)
        .execute()
      let failure: unknown
      for (const { tenant } of rows) {
        if (isStopped) return
        const vectors = tenantOf(tenant)
        const isDue = !vectors.isReady || performance.now() - vectors.countedAt > COUNT_MS
        // A tenant whose faces cannot be read keeps no other one waiting.
        await (isDue ? filled(tenant) : catchUp(tenant)).catch((error: unknown) => {
          failure ??= new Error(`the faces of tenant ${tenant} could not be read`, { cause: error })
        })
      }
      await inThread.end()
      if (!isStopped) await indexLarge()
      if (failure && !isStopped) throw failure
    },
    async find(wanted, face, faceScore) {
      const share = searchLimit(face, faceScore)
      if (share === undefined) return undefined
      const { tenant, mode, sessionId } = wanted
      const group = { tenant, mode, model: face.model }
      const signs = maskOf(await secrets.get(MASK_SECRET), group)(packedSigns(face.values))
      if (signs === undefined) return undefined
      if (!(await isFilledSoon(tenant))) {
        unsearched += 1
        return 'loading'
      }
      await catchUp(tenant)
      const near = await nearest(group, signs, Math.floor(share * face.values.length))
      return {
        sessionIds: near.filter((id) => id !== sessionId),
        others: await othersOf(wanted, face.model),
      }
    },
    // The row goes with the session's other rows, and a candidate is never a session that is being erased.
    forget: () => {},
    progress() {
      const all = [...tenants.values()]
      return {
        isReady: use !== undefined && all.every(({ isReady }) => isReady),
        faces: all.reduce((sum, { faces }) => sum + faces, 0),
        total: all.reduce((sum, { total }) => sum + total, 0),
        bytes: 0,
        unsearched,
      }
    },
    async stop() {
      isStopped = true
      const fillings = [...tenants.values()].flatMap(({ filling }) => filling ?? [])
      await inThread.end()
      // The failures of these were reported by the work that waited for them.
      await Promise.allSettled(fillings)
      if (builder !== undefined) await cancelBuild(db, builder)
      await building
    },
  }
}

type Near = { session_id: string; distance: number | string }

const searchIndex = (group: FaceGroupOf, wanted: ReturnType<typeof sql>) => sql<Near>`
  select session_id, signs <~> ${wanted} as distance from face_vector where ${isOfGroup(group)}
  order by signs <~> ${wanted} limit ${sql.lit(MOST_CANDIDATES)}`

const searchRows = ({ tenant, mode, model }: FaceGroupOf, distance: ReturnType<typeof sql>, limit: number) => sql<Near>`
  select * from (
    select session_id, ${distance} as distance from face_vector
    where tenant = ${tenant} and mode = ${mode} and face_model = ${model}) as near
  where distance <= ${limit} order by distance limit ${sql.lit(MOST_CANDIDATES)}`
