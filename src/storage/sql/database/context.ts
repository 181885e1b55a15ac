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
