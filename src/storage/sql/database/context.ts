import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../actions/ports/installation.ts'
import type { Keyring } from '../../keys/keys.ts'
import type { SignedRows } from '../rights/signed-rows.ts'
import type { Schema } from './schema.ts'

/** What the queries work with; `db` is the database or a transaction of it. */
export interface Context {
  db: Kysely<Schema>
  keys: Keyring
  clock: Clock
  /** Entries of the audit log carry a MAC by it. */
  auditKey: KeyObject
  /** So do rows that give a right. */
  signed: SignedRows
}

export interface Database {
  kind: 'sqlite' | 'postgres'
  db: Kysely<Schema>
  /**
   * Drops what the write-ahead log and deleted rows still hold on disk, as far as the database can. False when it could
   * not, because somebody else reads just now.
   */
  compact(): Promise<boolean>
  close(): Promise<void>
}
