import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { ListFormat } from '../domain/list-entry.ts'

/** Where a list is fetched from by itself, and what came of it the last time. */
export interface ListSource {
  /** The list that it fills. */
  list: string
  url: string
  format?: ListFormat
  /** What the file must be, hex; or an address that says so. */
  sha256?: string
  sha256Url?: string
  everyHours: number
  nextAt: Date
  last?: FetchResult
  /** Of the last fetch that ended well. */
  goodAt?: Date
}

export interface FetchResult {
  at: Date
  /** A new version, the same file as before, or the version before is kept and `text` says why. */
  outcome: 'imported' | 'unchanged' | 'failed'
  text: string
}

export interface ListSources {
  /** By list. */
  all(): Promise<ListSource[]>
  /** In place of the earlier one of the list; it is fetched at once. */
  put(
    source: Pick<ListSource, 'list' | 'url' | 'format' | 'sha256' | 'sha256Url' | 'everyHours'>,
    audit: AuditEntry,
  ): Promise<void>
  /** False when the list has none. */
  remove(list: string, audit: AuditEntry): Promise<boolean>
  /** Leases the one that has waited longest, or the one that is named whenever it is due; nobody else gets it meanwhile. */
  claim(owner: string, now: Date, leaseSeconds: number, list?: string): Promise<ListSource | undefined>
  /** Writes what came of it and when it is fetched next; nothing where somebody else has it meanwhile. */
  finish(owner: string, list: string, result: FetchResult, nextAt: Date): Promise<void>
}
