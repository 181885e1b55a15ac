import { createHash } from 'node:crypto'
import type { AuditAction } from '../audit/audit-actions.ts'
import { canonicalJson } from '../decision/canonical-json.ts'

/**
 * Append-only: who did what to which session and when. No personal data. Entries form a hash chain in which each is
 * bound to all before it: changing, removing or inserting one breaks the chain.
 */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  list(filter: { tenant?: string; sessionId?: string; before?: string }, limit: number): Promise<RecordedEntry[]>
  /** Newest first, those after `after`. */
  search(filter: AuditFilter, page: { after?: { at: Date; id: string }; limit: number }): Promise<RecordedEntry[]>
  /** Adds entries that are not in the chain yet, in the order of their ids; answers how many. One node at a time. */
  link(): Promise<number>
  /** In order, those after a number. An entry that is missing from the log has no `entry`. */
  linked(after: number, limit: number): Promise<Link[]>
  /** Entries that vouch for earlier ones without a MAC, as far as they carry one themselves. */
  acceptances(): Promise<Acceptance[]>
  /** Entries in the log that are neither in the chain nor about to be added to it. */
  countStrays(): Promise<number>
}

export interface AuditEntry {
  at: Date
  /** `*` if it concerns no tenant, or all. */
  tenant: string
  /** `credential:<name>`, `reviewer:<name>`, `token`, `wallet` or `system`. */
  actor: string
  action: AuditAction
  sessionId?: string
  detail?: Record<string, string | number | boolean>
}

/** The action as it is named now: an earlier version may have used another name. */
export type RecordedEntry = Omit<AuditEntry, 'action'> & {
  id: string
  action: string
  /** This installation did not write it: its MAC is wrong, or it has none and nobody vouched for it. */
  isForged?: true
}

export interface AuditFilter {
  /** Any of these. */
  actors?: readonly string[]
  /** Any of these. */
  actions?: readonly string[]
  sessionId?: string
  from?: Date
  before?: Date
}

export interface Link {
  seq: number
  hash: string
  entry?: ChainedEntry
  /** If there is an entry. */
  mac?: MacCheck
}

/** Whether an entry carries a MAC by this installation's key. Entries of versions before 1.0 carry none. */
export type MacCheck = 'VALID' | 'FALSE' | 'ABSENT'

/** Entries without a MAC are accepted up to a number, in the chain that had this hash there. */
export interface Acceptance {
  at: Date
  through: number
  hash: string
}

/** An entry as it is stored. */
export interface ChainedEntry {
  id: string
  /** Milliseconds since 1970. */
  at: number
  tenant: string
  actor: string
  action: string
  sessionId: string | null
  /** JSON, as it was written. */
  detail: string | null
}

/** The hash that precedes the first entry. */
export const CHAIN_START = ''

/** SHA-256 over the hash before it, its number and the entry, in hex. */
export function hashLink(
  previous: string,
  seq: number,
  { id, at, tenant, actor, action, sessionId, detail }: ChainedEntry,
) {
  const text = canonicalJson({ seq, id, at, tenant, actor, action, sessionId, detail })
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex')
}
