import { setImmediate as takeTurns } from 'node:timers/promises'
import type { Mode } from '../../../kernel/session/session-words.ts'
import {
  faceContext,
  type KeptFace,
  type KeptPrint,
  selectPrints,
  templateOf,
} from '../../../kernel/session/tables/keep-fingerprint.ts'
import { openDataKey } from '../../../kernel/session/tables/session-row.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import { openJson } from '../../../platform/keys/seal.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { cosineAt } from '../../../vision/face/match-templates.ts'
import { openShard, type Shard } from './shard.ts'

/**
 * Finds candidates among very many faces: those whose sign bits differ in few places. It is only in memory, is read
 * from the database at the start, and decides nothing: every candidate is opened and compared exactly.
 */
export interface FaceIndex {
  /** Reads all faces the first time, and after that what other nodes have erased. */
  refresh(): Promise<void>
  /** Undefined until it has been read. */
  find(wanted: Wanted, face: FaceTemplate, faceScore: number): Promise<Candidates | undefined>
  forget(tenant: string, sessionId: string): void
  progress(): IndexProgress
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
interface IndexProgress {
  isReady: boolean
  faces: number
  total: number
  bytes: number
}

/** Rows opened at once: between batches other requests get their turn. */
const BATCH = 200
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

interface TenantFaces {
  /** The last number of a face that was read. */
  upTo: number
  shards: Map<string, Shard>
}

export function sqlFaceIndex({ db, keys, clock }: Context): FaceIndex {
  const tenants = new Map<string, TenantFaces>()
  let total = 0
  let read = 0
  let isReady = false
  let erasedUntil = 0

  const facesOf = (tenant: string): TenantFaces => {
    const known = tenants.get(tenant) ?? { upTo: 0, shards: new Map<string, Shard>() }
    tenants.set(tenant, known)
    return known
  }
  const keyOf = (mode: Mode, model: string) => `${mode} ${model}`

  function forget(tenant: string, sessionId: string): void {
    for (const shard of tenants.get(tenant)?.shards.values() ?? []) if (shard.remove(sessionId)) return
  }

  function keep(row: KeptPrint): void {
    if (row.sealed_face === null || row.face_model === null) return
    const kept = openJson<KeptFace>(
      openDataKey(keys, row.session_id, row),
      faceContext(row.session_id),
      row.sealed_face,
    )
    const { values } = templateOf(row.face_model, kept)
    const { shards } = facesOf(row.tenant)
    const key = keyOf(row.mode, row.face_model)
    const shard = shards.get(key) ?? openShard(values.length)
    shards.set(key, shard)
    shard.add(row.session_id, values)
  }

  async function readAll(): Promise<void> {
    tenants.clear()
    read = 0
    erasedUntil = clock().getTime()
    const sets = await db.selectFrom('fingerprint_set').select(['tenant', 'last']).where('kind', '=', 'print').execute()
    for (const { tenant, last } of sets) facesOf(tenant).upTo = last
    const counted = await db
      .selectFrom('print')
      .select(({ fn }) => fn.countAll<number | string>().as('faces'))
      .where('sealed_face', 'is not', null)
      .executeTakeFirstOrThrow()
    total = Number(counted.faces)
    let after = ''
    for (;;) {
      const rows = await selectPrints(db)
        .where('print.sealed_face', 'is not', null)
        .where('print.session_id', '>', after)
        .orderBy('print.session_id')
        .limit(BATCH)
        .execute()
      for (const row of rows) keep(row)
      read += rows.length
      after = rows.at(-1)?.session_id ?? ''
      if (rows.length < BATCH) break
      await takeTurns()
    }
    isReady = true
  }

  /** What was written since, including by other nodes: numbers of a tenant are assigned in sequence. */
  async function catchUp(tenant: string): Promise<void> {
    const faces = facesOf(tenant)
    for (;;) {
      const rows = await selectPrints(db)
        .where('print.tenant', '=', tenant)
        .where('print.sequence', '>', faces.upTo)
        .orderBy('print.sequence')
        .limit(BATCH)
        .execute()
      for (const row of rows) {
        forget(tenant, row.session_id)
        keep(row)
        faces.upTo = Math.max(faces.upTo, row.sequence)
      }
      if (rows.length < BATCH) return
    }
  }

  async function forgetErased(): Promise<void> {
    const now = clock().getTime()
    const rows = await db
      .selectFrom('tombstone')
      .select(['tenant', 'session_id'])
      .where('erased_at', '>=', erasedUntil - OVERLAP_MS)
      .execute()
    for (const { tenant, session_id } of rows) forget(tenant, session_id)
    erasedUntil = now
  }

  return {
    async refresh() {
      if (!isReady) return readAll()
      for (const tenant of tenants.keys()) await catchUp(tenant)
      await forgetErased()
    },
    async find({ tenant, mode, sessionId }, face, faceScore) {
      const cosine = cosineAt(face.curve, faceScore)
      if (!isReady || cosine === undefined || face.values.length < LEAST_NUMBERS) return undefined
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
    progress: () => ({
      isReady,
      faces: read,
      total: Math.max(total, read),
      bytes: [...tenants.values()]
        .flatMap(({ shards }) => [...shards.values()])
        .reduce((sum, shard) => sum + shard.bytes(), 0),
    }),
  }
}
