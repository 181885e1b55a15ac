import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

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
