import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { HitPair } from '../../../actions/ports/sessions.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import type { Blocked } from '../domain/blocklist.ts'
import type { Match } from '../domain/evidence.ts'
import type { ListEntry } from '../domain/list-entry.ts'
import type { ScreenedPerson } from '../domain/person.ts'
import type { Watchlist } from './watchlists.ts'

/** A list cannot be fetched or read; the message may be shown. */
export class ListProblem extends Error {}

/** Fetches what the operator's addresses answer. Throws ListProblem. */
export interface ListDownload {
  /** Few words, such as a checksum. */
  text(url: string): Promise<string>
  /** Into a file that is there as long as it is used; with its SHA-256, hex. */
  file<Value>(url: string, use: (path: string, sha256: string) => Promise<Value>): Promise<Value>
}

/** Finds people on lists; loaded with the first one that is looked for. */
export interface Screening {
  /** Everybody from the threshold on, 0..1, best first. */
  find(lists: readonly Watchlist[], person: ScreenedPerson, threshold: number): Promise<PersonHit[]>
  /** Those of a few entries. */
  findAmong(
    entries: readonly ListEntry[],
    person: ScreenedPerson,
    threshold: number,
  ): Promise<{ entry: ListEntry; match: Match }[]>
  /** Likewise, of what is new or changed in the version of the list; others may be among them. */
  findChanged(list: Watchlist, person: ScreenedPerson, threshold: number): Promise<PersonHit[]>
}

/** Somebody on a list who may be the person. */
export interface PersonHit {
  list: string
  version: number
  entry: ListEntry
  /** Of the entry's content: another one means that it changed. */
  hash: string
  match: Match
}

/** The operator's own list, apart by tenant and mode; what it says of people is sealed. */
export interface Blocklist {
  /** Newest first. */
  all(tenant: string, mode: Mode): Promise<Blocked[]>
  block(tenant: string, mode: Mode, entry: Blocked, audit: AuditEntry): Promise<void>
  /** False when there is none. */
  unblock(tenant: string, mode: Mode, id: string, audit: AuditEntry): Promise<boolean>
}

/** Pairs of which a reviewer said that they are two persons. Kept as keyed hashes, and erased with the session. */
export interface Dismissals {
  /** For each pair, whether it was dismissed in a session that is still there. */
  areDismissed(pairs: readonly HitPair[]): Promise<boolean[]>
}
