import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Keyring } from '../../platform/keys/keys.ts'
import type { SignedRows } from '../rights/signed-rows.ts'
import type { Schema } from './schema.ts'

/** The context of the queries; `db` is the database or a transaction of it. */
export interface Context {
  db: Kysely<Schema>
  keys: Keyring
  clock: Clock
  /** The key of the MACs of audit entries. */
  auditKey: KeyObject
  /** The key of the MACs of rows that give a right. */
  signed: SignedRows
}

export interface Database {
  kind: 'sqlite' | 'postgres'
  db: Kysely<Schema>
  /**
   * Removes what the write-ahead log and deleted rows still have on disk, as far as the database can. False when it
   * could not, because somebody is reading just now.
   */
  compact(): Promise<boolean>
  close(): Promise<void>
}
