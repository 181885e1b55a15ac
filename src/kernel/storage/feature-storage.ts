import type { Kysely } from 'kysely'
import type { FeaturePorts } from '../feature-types.ts'
import { type FaceIndexWord, type FaceSearch, NO_FACES } from '../ports/face-search.ts'
import type { Secrets, UnsignedRow } from '../ports/installation.ts'
import type { SessionEffects } from '../ports/sessions.ts'
import type { SignedRows } from '../rights/signed-rows.ts'
import type { Session } from '../session/session.ts'
import type { Status } from '../session/session-words.ts'
import { openSlot } from '../slot.ts'
import type { Context, Database } from './context.ts'
import type { Schema } from './schema.ts'

/** What a feature keeps in the database. */
export interface FeatureStorage {
  /** Opens its ports. */
  open?(context: Context, secrets: Secrets, kind: Database['kind']): Partial<FeaturePorts>
  /** Opens the search for faces. */
  openFaceSearch?(context: Context & Pick<Database, 'kind'>, secrets: Secrets, options: FaceSearchOptions): FaceSearch
  /** Tables whose rows are erased with their session, by `session_id`. */
  tables?: readonly (keyof Schema)[]
  /** Removes what is over; each sweep calls it. */
  prune?(ports: FeaturePorts, now: Date): Promise<unknown>
  /**
   * Reads what `write` needs, before the transaction begins: a secret that is read for the first time is written in a
   * transaction of its own.
   */
  prepare?(secrets: Secrets, effects: SessionEffects): Promise<unknown>
  /** Writes together with a session, in its transaction. */
  write?(trx: Kysely<Schema>, signed: SignedRows, written: SessionWrite): Promise<void>
  /** Revokes what was issued for a session that is being erased. It can run twice. */
  withdraw?(trx: Kysely<Schema>, tenant: string, id: string, at: Date): Promise<void>
  /** Rows that were added, changed or removed where no single row shows it; `rights list` and `doctor` name them. */
  findGaps?(db: Kysely<Schema>, signed: SignedRows, withoutEntries: boolean): Promise<UnsignedRow[]>
  /** Signs what an earlier version left unsigned, once, with the migration that begins to sign it. */
  signEarlier?(trx: Kysely<Schema>, signed: SignedRows): Promise<void>
  /** Erases what is kept of a session outside of `tables`. */
  erase?(trx: Kysely<Schema>, signed: SignedRows, id: string): Promise<void>
}

/** What a search for faces needs from outside. */
export interface FaceSearchOptions {
  /** Which of the implementations searches. */
  faceIndex: FaceIndexWord
  place: {
    databaseUrl: string
    dataDir: string
    masterKey?: Uint8Array | undefined
    previousMasterKey?: Uint8Array | undefined
  }
  /** The longest time that a search waits for the faces of its tenant. */
  waitMs: number
  warn(message: string): void
  /** How long it must be quiet before it is kept for the next start. */
  quietMs?: number | undefined
  /** From this many faces on, a group gets an index of its own. */
  indexFrom?: number | undefined
  /** The number of rows in a part of what is kept. */
  segmentRows?: number | undefined
  /** Awaited before each batch, for tests in which reading is slow. */
  beforeBatch?: (() => Promise<void>) | undefined
}

interface SessionWrite {
  /** The row before the change. */
  before: { status: Status; completed_at: number | null }
  session: Session
  effects: SessionEffects
  /** What `prepare` of the same feature answered. */
  prepared: unknown
  now: Date
}

export const featureStorages = openSlot<FeatureStorage>('feature storages')

export function openFaceSearch(
  context: Context & Pick<Database, 'kind'>,
  secrets: Secrets,
  options: FaceSearchOptions,
): FaceSearch {
  const [opened] = featureStorages
    .parts()
    .flatMap((storage) => storage.openFaceSearch?.(context, secrets, options) ?? [])
  return opened ?? NO_FACES
}

export const openFeatureStorage = (
  context: Context,
  secrets: Secrets,
  kind: Database['kind'],
): Omit<FeaturePorts, 'screening' | 'seals'> =>
  Object.assign({}, ...featureStorages.parts().map(({ open }) => open?.(context, secrets, kind)))

/** What every feature writes together with a session: to be called within its transaction. */
export async function prepareFeatureWrites(secrets: Secrets, effects: SessionEffects) {
  const storages = featureStorages.parts()
  const prepared = await Promise.all(storages.map(({ prepare }) => prepare?.(secrets, effects)))
  return async (trx: Kysely<Schema>, signed: SignedRows, written: Omit<SessionWrite, 'prepared'>): Promise<void> => {
    for (const [index, { write }] of storages.entries())
      await write?.(trx, signed, { ...written, prepared: prepared[index] })
  }
}
