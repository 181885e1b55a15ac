import { setImmediate as takeTurns, setTimeout as wait } from 'node:timers/promises'
import type { FaceSearch } from '../../../kernel/ports/face-search.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import {
  faceContext,
  type KeptFace,
  type KeptPrint,
  packedSigns,
  selectPrints,
  templateOf,
} from '../../../kernel/session/tables/keep-fingerprint.ts'
import { openDataKey } from '../../../kernel/session/tables/session-row.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import type { FaceSearchOptions } from '../../../kernel/storage/feature-storage.ts'
import { openJson } from '../../../platform/keys/seal.ts'
import { openThread } from '../../../platform/thread.ts'
import { MOST_CANDIDATES, searchLimit } from './face-search.ts'
import { BATCH, BATCH_CPU_MS, type LoadJob, THREAD_MB } from './load-source.ts'
import { endOf, type FaceGroup, type FaceRange, type FacesRead, readFaces, START } from './read-faces.ts'
import { ID_BYTES, idBytes, openShard, type SegmentView, type Shard, uuidOf } from './shard.ts'
import { openSnapshot, type SavedIndex, type SavedTenant, snapshotFolder } from './snapshot.ts'

/** The faces of a small tenant are read on this thread: a thread of its own takes a third of a second to start. */
const FEW = 200
/** Rows of the tenant of a search that came since the last one. */
const LATER = 200
/** Clocks of nodes may differ, and an erasure may take a while to be written. */
const OVERLAP_MS = 10 * 60_000
/** A part from which somebody was erased is written again when nobody else was for this long. */
const QUIET_MS = 5 * 60_000
/** The longest time that writing the snapshot takes when the service stops. */
const LAST_SAVE_MS = 5_000
/** How often erased faces are removed while others are being read. */
const FORGET_MS = 60_000

interface TenantFaces {
  /** The last number of a print that was read. */
  upTo: number
  shards: Map<string, Shard>
  /** What is still to be read; empty once it was. */
  ranges: FaceRange[]
  isReady: boolean
  ready: PromiseWithResolvers<void>
  /** What the snapshot has of it, until it was read. */
  saved?: SavedTenant | undefined
  /** Some of it came from the snapshot: what is read now may be there already. */
  isRestored: boolean
  /** Sessions that were erased while it was being read: a batch on its way may have them. */
  forgotten: Set<string>
  /** Faces when reading began, and those read. */
  total: number
  read: number
}

/** Searches in memory: it is read from the database at the start. */
export function sqlFaceIndex(
  { db, kind, keys, clock }: Context & Pick<Database, 'kind'>,
  { place, waitMs, warn, beforeBatch, segmentRows, quietMs = QUIET_MS }: FaceSearchOptions,
): Omit<FaceSearch, 'removeKept'> {
  const tenants = new Map<string, TenantFaces>()
  /** Tenants whose faces are to be read, those that a search waits for first. */
  const searched = new Set<string>()
  const queued = new Set<string>()
  const inThread = openThread<LoadJob, FacesRead>(
    'src/features/duplicates/faces/load-thread.ts',
    BATCH_CPU_MS,
    THREAD_MB,
  )
  const snapshot = openSnapshot({ db, keys, clock }, snapshotFolder(place.dataDir), warn)
  let opening: Promise<void> | undefined
  let saving: Promise<void> = Promise.resolve()
  let loading: Promise<void> | undefined
  let isListed = false
  let isStopped = false
  let unsearched = 0
  let erasedUntil = clock().getTime()
  let lastForgotten = performance.now()

  function facesOf(tenant: string): TenantFaces {
    const known = tenants.get(tenant)
    if (known) return known
    const faces: TenantFaces = {
      upTo: 0,
      shards: new Map(),
      ranges: [],
      isReady: false,
      ready: Promise.withResolvers(),
      isRestored: false,
      forgotten: new Set(),
      total: 0,
      read: 0,
    }
    tenants.set(tenant, faces)
    return faces
  }

  const keyOf = (mode: Mode, model: string) => `${mode} ${model}`

  function shardOf({ shards }: TenantFaces, mode: Mode, model: string, length: number): Shard {
    const key = keyOf(mode, model)
    const shard =
      shards.get(key) ?? openShard(length, { ...(segmentRows && { segmentRows }), outdated: snapshot.remove })
    shards.set(key, shard)
    return shard
  }

  function forget(tenant: string, sessionId: string): void {
    const faces = tenants.get(tenant)
    if (!faces) return
    if (!faces.isReady) faces.forgotten.add(sessionId)
    removeFrom(faces, sessionId)
  }

  function removeFrom({ shards }: TenantFaces, sessionId: string): void {
    for (const shard of shards.values()) if (shard.remove(sessionId)) return
  }

  function addGroup(faces: TenantFaces, { mode, model, length, ids, rows, sequences }: FaceGroup): void {
    const shard = shardOf(faces, mode, model, length)
    const words = rows.length / sequences.length
    for (const [at, sequence] of sequences.entries()) {
      const id = ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)
      const row = rows.subarray(at * words, (at + 1) * words)
      if (faces.forgotten.size && faces.forgotten.has(uuidOf(Buffer.from(id)))) continue
      if (faces.isRestored) {
        if (shard.holds(id, row)) continue
        removeFrom(faces, uuidOf(Buffer.from(id)))
      }
      shard.addRow(id, row, sequence)
    }
  }

  /** What a snapshot has of every tenant, and who was erased since. */
  const openSaved = (): Promise<void> => {
    opening ??= takeSaved().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function takeSaved(): Promise<void> {
    const saved = await snapshot.open()
    if (!saved) return
    for (const each of saved.tenants) facesOf(each.tenant).saved = each
    for (const { tenant, session_id } of await readErased(saved.erasedUntil)) forget(tenant, session_id)
  }

  /**
   * What is to be read of a tenant: everything up to the last print, apart from what a snapshot has. What comes later has
   * a greater number.
   */
  async function begin(tenant: string, faces: TenantFaces): Promise<void> {
    const row = await db
      .selectFrom('print')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .where('tenant', '=', tenant)
      .executeTakeFirst()
    faces.upTo = row?.last ?? 0
    const { saved } = faces
    faces.saved = undefined
    faces.ranges = saved ? await restore(faces, saved) : [{ tenant, after: START, upTo: faces.upTo }]
  }

  /** Takes what the snapshot has, and answers what it has not. */
  async function restore(faces: TenantFaces, { tenant, shards, upTo }: SavedTenant): Promise<FaceRange[]> {
    faces.isRestored = true
    const missing = [{ least: upTo + 1, most: faces.upTo }]
    for (const { mode, model, length, segments } of shards) {
      const shard = shardOf(faces, mode, model, length)
      for (const { file, least, most } of segments) {
        const content = file === undefined ? undefined : await snapshot.read(file)
        if (content && file !== undefined) await shard.restore(content, { least, most, file })
        else missing.push({ least, most })
        await takeTurns()
      }
    }
    for (const sessionId of faces.forgotten) removeFrom(faces, sessionId)
    return mergeRanges(missing).map(({ least, most }) => ({ tenant, after: endOf(least - 1), upTo: most }))
  }

  /** Whether at least as many faces are there as in the database. Those that are being erased count as missing. */
  async function isComplete(tenant: string, { shards, upTo }: TenantFaces): Promise<boolean> {
    const { faces: stored } = await db
      .selectFrom('print')
      .select(({ fn }) => fn.countAll<number | string>().as('faces'))
      .where('tenant', '=', tenant)
      .where('sealed_face', 'is not', null)
      .where('sequence', '<=', upTo)
      .executeTakeFirstOrThrow()
    const { sessions: erasing } = await db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number | string>().as('sessions'))
      .where('erased_at', 'is not', null)
      .executeTakeFirstOrThrow()
    const present = sumOf([...shards.values()].map((shard) => shard.size()))
    return present + Number(erasing) >= Number(stored)
  }

  /** Everything again, from the database alone. */
  function startOver(tenant: string, faces: TenantFaces): void {
    warn('the snapshot of the faces has fewer than the database; they are loaded from there')
    for (const shard of faces.shards.values()) shard.clear()
    faces.shards.clear()
    Object.assign(faces, { isRestored: false, ranges: [{ tenant, after: START, upTo: faces.upTo }] })
  }

  /** Reads the next faces of a tenant. The first ones on this thread, which is enough for most tenants. */
  async function readNext(tenant: string): Promise<void> {
    const faces = facesOf(tenant)
    await beforeBatch?.()
    await openSaved()
    if (!faces.ranges.length) await begin(tenant, faces)
    const [range, ...others] = faces.ranges
    if (range) {
      const isFirst = faces.read === 0
      const batch = isFirst
        ? await readFaces({ db, kind, keys }, range, FEW)
        : await inThread({ place, range, limit: BATCH })
      if (isStopped) return
      if (batch.changed.length)
        warn(`the signs of ${batch.changed.length} faces were changed in the database; they were made again`)
      for (const group of batch.groups) addGroup(faces, group)
      faces.read += batch.faces
      faces.total = Math.max(faces.total, faces.read)
      faces.ranges = batch.last ? [{ ...range, after: batch.last }, ...others] : others
      if (faces.ranges.length) return
    }
    if (faces.isRestored && !(await isComplete(tenant, faces))) return startOver(tenant, faces)
    if (isStopped) return
    faces.isReady = true
    faces.forgotten.clear()
    searched.delete(tenant)
    queued.delete(tenant)
    faces.ready.resolve()
  }

  /**
   * Reads until nobody waits. Between two batches another tenant may come first. A tenant whose faces cannot be read
   * keeps no other one waiting: it is tried again the next time, and the first reason is thrown once all were tried.
   */
  async function readQueued(): Promise<void> {
    const failures = new Map<string, unknown>()
    try {
      for (;;) {
        const tenant = firstOf(searched, failures) ?? firstOf(queued, failures)
        if (tenant === undefined || isStopped) break
        await readNext(tenant).catch((error: unknown) => failures.set(tenant, error))
        if (performance.now() - lastForgotten > FORGET_MS) await forgetErased()
      }
    } finally {
      await inThread.end()
    }
    const [first] = failures
    if (first && !isStopped) throw new Error(`the faces of tenant ${first[0]} could not be read`, { cause: first[1] })
  }

  const load = (): Promise<void> => {
    loading ??= readQueued().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** All tenants with faces, the smallest first: so most of them are searched again after a moment. */
  async function listTenants(): Promise<void> {
    const rows = await db
      .selectFrom('print')
      .select(['tenant', ({ fn }) => fn.countAll<number | string>().as('faces')])
      .where('sealed_face', 'is not', null)
      .groupBy('tenant')
      .execute()
    const counted = rows.map(({ tenant, faces }) => ({ tenant, total: Number(faces) }))
    for (const { tenant, total } of counted.toSorted((a, b) => a.total - b.total)) {
      const faces = facesOf(tenant)
      faces.total = Math.max(total, faces.read)
      if (!faces.isReady) queued.add(tenant)
    }
    isListed = true
  }

  function keep(row: KeptPrint): void {
    if (row.sealed_face === null || row.face_model === null) return
    const dataKey = openDataKey(keys, row.session_id, row)
    const kept = openJson<KeptFace>(dataKey, faceContext(row.session_id), row.sealed_face)
    const { values } = templateOf(row.face_model, kept)
    const shard = shardOf(facesOf(row.tenant), row.mode, row.face_model, values.length)
    const { layout } = shard
    const arranged = new Uint32Array((layout.rowBytes + layout.restBytes) / 4)
    layout.fromPacked(packedSigns(values), arranged)
    shard.addRow(idBytes(row.session_id), arranged, row.sequence)
  }

  /** What was written since, including by other nodes: numbers of a tenant are assigned in sequence. */
  async function catchUp(tenant: string): Promise<void> {
    const faces = facesOf(tenant)
    for (;;) {
      const rows = await selectPrints(db)
        .where('print.tenant', '=', tenant)
        .where('print.sequence', '>', faces.upTo)
        .orderBy('print.sequence')
        .limit(LATER)
        .execute()
      for (const row of rows) {
        forget(tenant, row.session_id)
        keep(row)
        faces.upTo = Math.max(faces.upTo, row.sequence)
      }
      if (rows.length < LATER) return
    }
  }

  const readErased = (since: number) =>
    db
      .selectFrom('tombstone')
      .select(['tenant', 'session_id'])
      .where('erased_at', '>=', since - OVERLAP_MS)
      .execute()

  async function forgetErased(): Promise<void> {
    const now = clock().getTime()
    lastForgotten = performance.now()
    for (const { tenant, session_id } of await readErased(erasedUntil)) forget(tenant, session_id)
    erasedUntil = now
  }

  const isAllReady = () => isListed && [...tenants.values()].every(({ isReady, total }) => isReady || total === 0)

  const closedSegments = () =>
    [...tenants.values()].flatMap(({ shards }) =>
      [...shards.values()].flatMap((shard) =>
        shard
          .segments()
          .filter(({ isClosed }) => isClosed)
          .map((segment) => ({ shard, segment })),
      ),
    )

  /** Writes the segments that have no file, unless somebody was erased from them a moment ago. */
  async function save(quiet: number, until = Number.POSITIVE_INFINITY): Promise<void> {
    if (!isAllReady()) return
    if (snapshot.isOfOldKey()) for (const { segment } of closedSegments()) segment.file = undefined
    let written = 0
    for (const { shard, segment } of closedSegments()) {
      const { changedAt } = segment
      if (segment.file !== undefined || performance.now() - changedAt < quiet) continue
      if (performance.now() > until) break
      const file = await snapshot.write(shard.contentOf(segment))
      if (segment.changedAt === changedAt) segment.file = file
      else snapshot.remove(file)
      written += 1
      await takeTurns()
    }
    if (written) await snapshot.close(listSaved())
  }

  const listSaved = (): SavedIndex => ({
    erasedUntil,
    tenants: [...tenants].flatMap(([tenant, { shards, upTo }]) => {
      const saved = [...shards].map(([key, shard]) => ({
        mode: key.slice(0, key.indexOf(' ')) as Mode,
        model: key.slice(key.indexOf(' ') + 1),
        length: shard.layout.length,
        segments: shard.segments().map(savedSegment),
      }))
      const isWorthIt = saved.some(({ segments }) => segments.some(({ file }) => file !== undefined))
      return isWorthIt ? [{ tenant, upTo, shards: saved }] : []
    }),
  })

  /** Whether the faces of the tenant are read, at once or within the time that a search may wait. */
  async function isReadSoon(tenant: string): Promise<boolean> {
    const faces = facesOf(tenant)
    if (faces.isReady || isStopped) return faces.isReady
    searched.add(tenant)
    const limit = new AbortController()
    const failed = load().catch((error: unknown) => warn(`faces could not be read: ${String(error)}`))
    // Ended early by the abort below.
    const late = wait(waitMs, undefined, { signal: limit.signal }).catch(() => {})
    await Promise.race([faces.ready.promise, failed, late])
    limit.abort()
    return faces.isReady
  }

  return {
    place: 'memory',
    async refresh() {
      if (!isListed) await listTenants()
      try {
        await load()
      } finally {
        if (!isStopped) await forgetErased()
      }
      if (isStopped) return
      for (const [tenant, { isReady }] of tenants) if (isReady) await catchUp(tenant)
      saving = saving.then(() => save(quietMs))
      await saving
    },
    async find({ tenant, mode, sessionId }, face, faceScore) {
      const limit = searchLimit(face, faceScore)
      if (limit === undefined) return undefined
      if (!(await isReadSoon(tenant))) {
        unsearched += 1
        return 'loading'
      }
      await catchUp(tenant)
      const { shards } = facesOf(tenant)
      const own = shards.get(keyOf(mode, face.model))
      const near = (await own?.nearest(face.values, limit, MOST_CANDIDATES)) ?? []
      const others = [...shards].flatMap(([key, shard]) =>
        key.startsWith(`${mode} `) && shard !== own ? [{ model: key.slice(mode.length + 1), faces: shard.size() }] : [],
      )
      return { sessionIds: near.map((each) => each.sessionId).filter((id) => id !== sessionId), others }
    },
    forget,
    progress() {
      const all = [...tenants.values()]
      const counted = all.map(({ shards, isReady, total }) => {
        const faces = sumOf([...shards.values()].map((shard) => shard.size()))
        return { faces, total: isReady ? faces : Math.max(total, faces) }
      })
      return {
        isReady: isAllReady(),
        faces: sumOf(counted.map(({ faces }) => faces)),
        total: sumOf(counted.map(({ total }) => total)),
        bytes: sumOf(all.flatMap(({ shards }) => [...shards.values()]).map((shard) => shard.bytes())),
        unsearched,
      }
    },
    async stop() {
      isStopped = true
      const ending = loading
      await inThread.end()
      // The failure of these two was reported by the work that waited for them.
      await ending?.catch(() => {})
      await saving.catch(() => {})
      await save(0, performance.now() + LAST_SAVE_MS).catch((error: unknown) =>
        warn(`the snapshot of the faces could not be written: ${String(error)}`),
      )
      for (const faces of tenants.values()) {
        faces.isReady = false
        for (const shard of faces.shards.values()) shard.clear()
      }
    },
  }
}

function savedSegment({ least, most, file }: SegmentView) {
  return { least, most, ...(file !== undefined && { file }) }
}

function firstOf(tenants: ReadonlySet<string>, without: ReadonlyMap<string, unknown>): string | undefined {
  for (const tenant of tenants) if (!without.has(tenant)) return tenant
  return undefined
}

/** In order, without overlaps and without empty ones. */
function mergeRanges(ranges: readonly { least: number; most: number }[]): { least: number; most: number }[] {
  const merged: { least: number; most: number }[] = []
  for (const { least, most } of ranges.toSorted((a, b) => a.least - b.least)) {
    const last = merged.at(-1)
    if (most < least) continue
    if (last && least <= last.most + 1) last.most = Math.max(last.most, most)
    else merged.push({ least, most })
  }
  return merged
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
