import { setTimeout as wait } from 'node:timers/promises'
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
import { openJson } from '../../../platform/keys/seal.ts'
import { openThread } from '../../../platform/thread.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { cosineAt } from '../../../vision/face/match-templates.ts'
import type { LoadJob, LoadPlace } from './load-thread.ts'
import { type FaceGroup, type FaceRange, type FacesRead, readFaces, START } from './read-faces.ts'
import { ID_BYTES, idBytes, openShard, type Shard, uuidOf } from './shard.ts'

/**
 * Finds candidates among very many faces: those whose sign bits differ in few places. It is only in memory, is read
 * from the database at the start, and decides nothing: every candidate is opened and compared exactly.
 */
export interface FaceIndex {
  /** Reads all faces the first time, and after that what other nodes have erased. */
  refresh(): Promise<void>
  /**
   * Reads the faces of the tenant first, if they are not read yet. 'loading' if that takes longer than a search may
   * wait; undefined if such faces are not in the index.
   */
  find(wanted: Wanted, face: FaceTemplate, faceScore: number): Promise<Candidates | 'loading' | undefined>
  forget(tenant: string, sessionId: string): void
  progress(): IndexProgress
  /** Ends what it is reading. */
  stop(): Promise<void>
}

interface Wanted {
  sessionId: string
  tenant: string
  mode: Mode
}

interface Candidates {
  sessionIds: string[]
  /** How many faces there are of each model. */
  models: { model: string; faces: number }[]
}

/** The progress of reading; memory in bytes. */
export interface IndexProgress {
  isReady: boolean
  faces: number
  total: number
  bytes: number
  /** Searches that did not wait until the faces of their tenant were read. */
  unsearched: number
}

export interface IndexOptions {
  place: LoadPlace
  /** The longest time that a search waits for the faces of its tenant. */
  waitMs: number
  warn(message: string): void
  /** Awaited before each batch, for tests in which reading is slow. */
  beforeBatch?: (() => Promise<void>) | undefined
}

/** The faces of a small tenant are read on this thread: a thread of its own takes a third of a second to start. */
const FEW = 200
/** Faces that the other thread reads at once: a tenant whose check comes first waits for one batch of another. */
const BATCH = 2_000
const BATCH_CPU_MS = 60_000
const THREAD_MB = 512
/** Rows of the tenant of a search that came since the last one. */
const LATER = 200
/** The number of candidates that are compared exactly, the nearest first. */
const MOST_CANDIDATES = 100
/** With fewer numbers the signs are not informative enough. */
const LEAST_NUMBERS = 256
/**
 * The margin of differing signs beyond what the angle predicts. Of 1,663 pairs of one person of LFW that match with a
 * score of 77 or more, none differs by more than 0.032 beyond it; of strangers 1 in 10,000 is within.
 */
const SLACK = 0.05
/** Clocks of nodes may differ, and an erasure may take a while to be written. */
const OVERLAP_MS = 10 * 60_000
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
  /** Sessions that were erased while it was being read: a batch on its way may have them. */
  forgotten: Set<string>
  /** Faces when reading began, and those read. */
  total: number
  read: number
}

export function sqlFaceIndex(
  { db, kind, keys, clock }: Context & Pick<Database, 'kind'>,
  { place, waitMs, warn, beforeBatch }: IndexOptions,
): FaceIndex {
  const tenants = new Map<string, TenantFaces>()
  /** Tenants whose faces are to be read, those that a search waits for first. */
  const searched = new Set<string>()
  const queued = new Set<string>()
  const inThread = openThread<LoadJob, FacesRead>(
    'src/features/duplicates/faces/load-thread.ts',
    BATCH_CPU_MS,
    THREAD_MB,
  )
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
    const shard = shards.get(key) ?? openShard(length)
    shards.set(key, shard)
    return shard
  }

  function forget(tenant: string, sessionId: string): void {
    const faces = tenants.get(tenant)
    if (!faces) return
    if (!faces.isReady) faces.forgotten.add(sessionId)
    for (const shard of faces.shards.values()) if (shard.remove(sessionId)) return
  }

  function addGroup(faces: TenantFaces, { mode, model, length, ids, rows, sequences }: FaceGroup): void {
    const shard = shardOf(faces, mode, model, length)
    const words = rows.length / sequences.length
    for (const [at, sequence] of sequences.entries()) {
      const id = ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)
      if (faces.forgotten.size && faces.forgotten.has(uuidOf(Buffer.from(id)))) continue
      shard.addRow(id, rows.subarray(at * words, (at + 1) * words), sequence)
    }
  }

  /** What is to be read of a tenant: everything up to the last print. What comes later has a greater number. */
  async function begin(tenant: string, faces: TenantFaces): Promise<void> {
    const row = await db
      .selectFrom('print')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .where('tenant', '=', tenant)
      .executeTakeFirst()
    faces.upTo = row?.last ?? 0
    faces.ranges = [{ tenant, after: START, upTo: faces.upTo }]
  }

  /** Reads the next faces of a tenant. The first ones on this thread, which is enough for most tenants. */
  async function readNext(tenant: string): Promise<void> {
    const faces = facesOf(tenant)
    await beforeBatch?.()
    if (!faces.ranges.length) await begin(tenant, faces)
    const [range, ...others] = faces.ranges as [FaceRange, ...FaceRange[]]
    const isFirst = faces.read === 0
    const batch = isFirst
      ? await readFaces({ db, kind, keys }, range, FEW)
      : await inThread({ place, range, limit: BATCH })
    if (isStopped) return
    if (batch.changed.length)
      warn(
        `the signs of ${batch.changed.length} faces were changed in the database; they were made from the faces again`,
      )
    for (const group of batch.groups) addGroup(faces, group)
    faces.read += batch.faces
    faces.total = Math.max(faces.total, faces.read)
    faces.ranges = batch.last ? [{ ...range, after: batch.last }, ...others] : others
    if (faces.ranges.length) return
    faces.isReady = true
    faces.forgotten.clear()
    searched.delete(tenant)
    queued.delete(tenant)
    faces.ready.resolve()
  }

  /** Reads until nobody waits. Between two batches another tenant may come first. */
  async function readQueued(): Promise<void> {
    try {
      for (;;) {
        const [tenant] = searched.size ? searched : queued
        if (tenant === undefined || isStopped) return
        await readNext(tenant)
        if (performance.now() - lastForgotten > FORGET_MS) await forgetErased()
      }
    } finally {
      await inThread.end()
    }
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

  async function forgetErased(): Promise<void> {
    const now = clock().getTime()
    lastForgotten = performance.now()
    const rows = await db
      .selectFrom('tombstone')
      .select(['tenant', 'session_id'])
      .where('erased_at', '>=', erasedUntil - OVERLAP_MS)
      .execute()
    for (const { tenant, session_id } of rows) forget(tenant, session_id)
    erasedUntil = now
  }

  /** Whether the faces of the tenant are read, at once or within the time that a search may wait. */
  async function isReadSoon(tenant: string): Promise<boolean> {
    const faces = facesOf(tenant)
    if (faces.isReady || isStopped) return faces.isReady
    searched.add(tenant)
    const limit = new AbortController()
    const failed = load().catch((error: unknown) => warn(`faces could not be read: ${String(error)}`))
    const late = wait(waitMs, undefined, { signal: limit.signal }).catch(() => {})
    await Promise.race([faces.ready.promise, failed, late])
    limit.abort()
    return faces.isReady
  }

  return {
    async refresh() {
      if (!isListed) await listTenants()
      await load()
      if (isStopped) return
      for (const [tenant, { isReady }] of tenants) if (isReady) await catchUp(tenant)
      await forgetErased()
    },
    async find({ tenant, mode, sessionId }, face, faceScore) {
      const cosine = cosineAt(face.curve, faceScore)
      if (cosine === undefined || face.values.length < LEAST_NUMBERS) return undefined
      if (!(await isReadSoon(tenant))) {
        unsearched += 1
        return 'loading'
      }
      await catchUp(tenant)
      const { shards } = facesOf(tenant)
      const own = shards.get(keyOf(mode, face.model))
      const near = (await own?.nearest(face.values, Math.acos(cosine) / Math.PI + SLACK, MOST_CANDIDATES)) ?? []
      const models = [...shards].flatMap(([key, shard]) =>
        key.startsWith(`${mode} `) ? [{ model: key.slice(mode.length + 1), faces: shard.size() }] : [],
      )
      return { sessionIds: near.map((each) => each.sessionId).filter((id) => id !== sessionId), models }
    },
    forget,
    progress() {
      const all = [...tenants.values()]
      const counted = all.map(({ shards, isReady, total }) => {
        const faces = sumOf([...shards.values()].map((shard) => shard.size()))
        return { faces, total: isReady ? faces : Math.max(total, faces) }
      })
      return {
        isReady: isListed && all.every(({ isReady, total }) => isReady || total === 0),
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
      await ending?.catch(() => {})
      for (const faces of tenants.values()) {
        faces.isReady = false
        for (const shard of faces.shards.values()) shard.clear()
      }
    },
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
