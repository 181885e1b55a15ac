import type { AuditEntry } from './audit.ts'

/** A row of the database that would give a right, and does not carry the MAC by which this installation knows its own. */
export interface UnsignedRow {
  /** Its table and its key. */
  id: string
  /** What it says, for somebody who has to judge it. */
  says: string
}

export interface Rights {
  unsigned(): Promise<UnsignedRow[]>
  /** Signs those of these rows that are not signed, as they are, in one transaction with the entry; answers how many. */
  accept(ids: readonly string[], audit: AuditEntry): Promise<number>
}
