import type { Scope } from '../../../actions/ports/tenants.ts'
import type { Mode } from '../../../domain/vocabulary.ts'

/** How far the comparison of approved people with a version of a list has come. */
export interface ListRun {
  list: string
  version: number
  /** The last session that was compared; empty at the beginning. */
  after: string
  compared: number
  /** People of whom a new hit was found. */
  found: number
  doneAt?: Date
}

/** A session that was approved and has hits of a later version that nobody has answered. */
interface ListAlert {
  sessionId: string
  tenant: string
  mode: Mode
  hits: number
  foundAt: Date
}

export interface ListRuns {
  /** Leases the oldest version in force that approved people have not been compared with; the same again to whoever has it. */
  claim(owner: string, now: Date, leaseSeconds: number): Promise<ListRun | undefined>
  /** Writes how far it has come; false when somebody else has it meanwhile. */
  advance(owner: string, run: ListRun, now: Date, leaseSeconds: number): Promise<boolean>
  /** Those of the versions in force, by list. */
  runs(): Promise<ListRun[]>
  /** Oldest first. */
  alerts(scope: Scope, limit: number): Promise<{ total: number; alerts: ListAlert[] }>
}
