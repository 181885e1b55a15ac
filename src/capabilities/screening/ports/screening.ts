import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { HitPair } from '../../../actions/ports/sessions.ts'
import type { Scope } from '../../../actions/ports/tenants.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import type { Blocked } from '../domain/blocklist.ts'
import type { Match } from '../domain/evidence.ts'
import type { ListEntry, ListFileAbout, ListFormat } from '../domain/list-entry.ts'
import type { ScreenedPerson } from '../domain/person.ts'

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

/** A list of persons in the version that is in force. */
export interface Watchlist {
  name: string
  /** Grows with every import, over all lists. */
  version: number
  format: ListFormat
  /** The file or address that it came from. */
  origin: string
  sourceDate?: string
  /** Of the file, hex. */
  sha256: string
  entries: number
  /** What was in the file and is no person. */
  skipped: number
  /** Entries that are new or differ from the version before. */
  changed: number
  importedAt: Date
}

/** The entries of a key in one part of the index. */
interface PostingRow {
  key: number
  count: number
  /** Packed; see src/capabilities/screening/match/name-index.ts. */
  numbers: string
}

/** Lists that the operator imported. They are public or the operator's own; nothing of a session is in them. */
export interface Watchlists {
  /** Those that have a version in force, by name. */
  all(): Promise<Watchlist[]>
  /** Opens a new version of a list; nobody sees it until it is activated. */
  beginVersion(list: string, about: { format: ListFormat; origin: string }): Promise<number>
  /**
   * Answers how many were added, and how many of them are new or differ from the version that was in force when this one
   * began. An identifier that is there already is left out: the first one counts.
   */
  addEntries(
    version: number,
    entries: readonly { number: number; entry: ListEntry }[],
  ): Promise<{ added: number; changed: number }>
  addPostings(version: number, segment: number, rows: readonly PostingRow[]): Promise<void>
  /** Puts the version in force in place of the one before, in one step. False where another import of the list came first. */
  activate(version: number, counts: VersionCounts, ...audit: AuditEntry[]): Promise<boolean>
  /** Gives up a version that was begun. */
  abandon(version: number): Promise<void>
  /** False when there is no such list. */
  remove(list: string, ...audit: AuditEntry[]): Promise<boolean>
  /** Removes a part of what no version in force needs any more; false when there is nothing left. */
  clearStale(): Promise<boolean>
  /** How many entries keys have, by part of the index: without reading them. */
  postingCounts(version: number, keys: readonly number[]): Promise<{ key: number; count: number }[]>
  /** The entries of keys. */
  postings(version: number, keys: readonly number[]): Promise<(PostingRow & { segment: number })[]>
  entries(version: number, numbers: readonly number[]): Promise<KeptEntry[]>
  /** One entry by the source's identifier. */
  findEntry(version: number, id: string): Promise<KeptEntry | undefined>
  /** The entries that are new or differ from the version before, in order. */
  changedEntries(version: number, after: number, limit: number): Promise<KeptEntry[]>
}

export interface VersionCounts extends ListFileAbout {
  sha256: string
  entries: number
  skipped: number
  changed: number
}

export interface KeptEntry {
  number: number
  entry: ListEntry
  /** Of its content: another one means that the entry changed. */
  hash: string
}

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
