import type { AuditAction } from '../../domain/audit-actions.ts'

/** Append-only: who did what to which session and when. No person's data. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  list(filter: { tenant?: string; sessionId?: string; before?: string }, limit: number): Promise<RecordedEntry[]>
  /** Newest first, those after `after`. */
  search(filter: AuditFilter, page: { after?: { at: Date; id: string }; limit: number }): Promise<RecordedEntry[]>
}

export interface AuditEntry {
  at: Date
  /** `*` where it concerns no tenant, or all. */
  tenant: string
  /** `credential:<name>`, `reviewer:<name>`, `token`, `wallet` or `system`. */
  actor: string
  action: AuditAction
  sessionId?: string
  detail?: Record<string, string | number | boolean>
}

/** As it is read again: an earlier version may have called an action otherwise. */
export type RecordedEntry = Omit<AuditEntry, 'action'> & {
  id: string
  action: string
  /** This installation did not write it: its MAC is false, or it has none and nobody vouched for it. */
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
