import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import type { Blocked } from '../domain/blocklist.ts'

/** The operator's own list, apart by tenant and mode; what it says of people is sealed. */
export interface Blocklist {
  /** Newest first. */
  all(tenant: string, mode: Mode): Promise<Blocked[]>
  block(tenant: string, mode: Mode, entry: Blocked, audit: AuditEntry): Promise<void>
  /** False when there is none. */
  unblock(tenant: string, mode: Mode, id: string, audit: AuditEntry): Promise<boolean>
}
