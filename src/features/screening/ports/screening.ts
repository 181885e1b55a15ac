import type { AuditEntry } from '../../../kernel/ports/audit.ts'
import type { HitPair } from '../../../kernel/ports/sessions.ts'
import type { Scope } from '../../../kernel/ports/tenants.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import type { Blocked } from '../domain/blocklist.ts'
import type { Match } from '../domain/evidence.ts'
import type { ListEntry, ListFileAbout, ListFormat } from '../domain/list-entry.ts'
import type { ScreenedPerson } from '../domain/person.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeaturePorts {
    watchlists: Watchlists
    dismissals: Dismissals
    blocklist: Blocklist
    listRuns: ListRuns
    listSources: ListSources
    /** Absent if no lists are searched: the result then states that the person was not compared. */
    screening?: Screening
  }
  interface Services {
    /** Finds people on lists. */
    screening?: Screening | undefined
  }
}

/** A list cannot be fetched or read; the message may be shown. */
export class ListProblem extends Error {}

/** Downloads from the operator's addresses. Throws ListProblem. */
export interface ListDownload {
  /** Downloads a short text, such as a checksum. */
  text(url: string): Promise<string>
  /** Downloads into a temporary file, which exists while `use` runs, and passes its SHA-256 in hex. */
  file<Value>(url: string, use: (path: string, sha256: string) => Promise<Value>): Promise<Value>
}

/** Finds people on lists; loaded with the first search. */
export interface Screening {
  /** All entries that reach the threshold (0..1), best first. */
  find(lists: readonly Watchlist[], person: ScreenedPerson, threshold: number): Promise<PersonHit[]>
  /** The same, among a few given entries. */
  findAmong(
    entries: readonly ListEntry[],
    person: ScreenedPerson,
    threshold: number,
  ): Promise<{ entry: ListEntry; match: Match }[]>
  /** The same, among entries that are new or changed in the version of the list; the result may include others. */
  findChanged(list: Watchlist, person: ScreenedPerson, threshold: number): Promise<PersonHit[]>
}

/** A listed person who may be this person. */
export interface PersonHit {
  list: string
  version: number
  entry: ListEntry
  /** Of the entry's content: another one means that it changed. */
  hash: string
  match: Match
}

/** The operator's own list, one for each tenant and mode. The data about people is sealed. */
export interface Blocklist {
  /** Newest first. */
  all(tenant: string, mode: Mode): Promise<Blocked[]>
  block(tenant: string, mode: Mode, entry: Blocked, audit: AuditEntry): Promise<void>
  /** False if there is no such entry. */
  unblock(tenant: string, mode: Mode, id: string, audit: AuditEntry): Promise<boolean>
}

/** Pairs that a reviewer found to be two persons. Stored as keyed hashes, and erased with the session. */
export interface Dismissals {
  /** For each pair, whether it was dismissed in a session that still exists. */
  areDismissed(pairs: readonly HitPair[]): Promise<boolean[]>
}

/** A list of persons, in the version that is in force. */
export interface Watchlist {
  name: string
  /** Increases with every import of any list. */
  version: number
  format: ListFormat
  /** The file or address of its origin. */
  origin: string
  sourceDate?: string
  /** SHA-256 of the file, in hex. */
  sha256: string
  entries: number
  /** The number of entries in the file that are not persons. */
  skipped: number
  /** The number of entries that are new or differ from the previous version. */
  changed: number
  importedAt: Date
}

/** The entries of a key in one part of the index. */
interface PostingRow {
  key: number
  count: number
  /** Packed; see src/features/screening/match/name-index.ts. */
  numbers: string
}

/** Lists that the operator imported. They are public or the operator's own, and hold no data of sessions. */
export interface Watchlists {
  /** The lists that have a version in force, by name. */
  all(): Promise<Watchlist[]>
  /** Creates a new version of a list; it is not visible until it is activated. */
  beginVersion(list: string, about: { format: ListFormat; origin: string }): Promise<number>
  /**
   * Answers how many entries were added, and how many of them are new or differ from the version that was in force when
   * this one began. If an identifier already exists, the first entry counts and the later one is left out.
   */
  addEntries(
    version: number,
    entries: readonly { number: number; entry: ListEntry }[],
  ): Promise<{ added: number; changed: number }>
  addPostings(version: number, segment: number, rows: readonly PostingRow[]): Promise<void>
  /**
   * Puts the version in force atomically, in place of the previous one. False if another import of the list was
   * activated first.
   */
  activate(version: number, counts: VersionCounts, ...audit: AuditEntry[]): Promise<boolean>
  /** Discards a version that was begun. */
  abandon(version: number): Promise<void>
  /** False if there is no such list. */
  remove(list: string, ...audit: AuditEntry[]): Promise<boolean>
  /** Removes a batch of rows that no version in force needs; false if nothing is left. */
  clearStale(): Promise<boolean>
  /** The number of entries of keys, by part of the index, without reading the entries. */
  postingCounts(version: number, keys: readonly number[]): Promise<{ key: number; count: number }[]>
  /** The entries of keys. */
  postings(version: number, keys: readonly number[]): Promise<(PostingRow & { segment: number })[]>
  entries(version: number, numbers: readonly number[]): Promise<KeptEntry[]>
  /** One entry by its identifier in the source. */
  findEntry(version: number, id: string): Promise<KeptEntry | undefined>
  /** The entries that are new or differ from the previous version, in order. */
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
  /** The hash of its content. A different hash means that the entry changed. */
  hash: string
}

/** The progress of comparing approved people with a version of a list. */
export interface ListRun {
  list: string
  version: number
  /** The last session that was compared; empty at the start. */
  after: string
  compared: number
  /** The number of people with a new hit. */
  found: number
  doneAt?: Date
}

/** An approved session with hits of a later version that have no answer. */
interface ListAlert {
  sessionId: string
  tenant: string
  hits: number
  foundAt: Date
}

export interface ListRuns {
  /**
   * Leases the oldest version in force that approved people have not been compared with. The owner of a lease gets the
   * same one again.
   */
  claim(owner: string, now: Date, leaseSeconds: number): Promise<ListRun | undefined>
  /** Writes the progress; false if another owner has taken the lease. */
  advance(owner: string, run: ListRun, now: Date, leaseSeconds: number): Promise<boolean>
  /** The runs of the versions in force, by list. */
  runs(): Promise<ListRun[]>
  /** The alerts, oldest first. */
  alerts(scope: Scope, limit: number): Promise<{ total: number; alerts: ListAlert[] }>
}

/** The address from which a list is fetched automatically, and the result of the last fetch. */
export interface ListSource {
  /** The list that it fills. */
  list: string
  url: string
  format?: ListFormat
  /** The expected SHA-256 of the file in hex, or an address that states it. */
  sha256?: string
  sha256Url?: string
  everyHours: number
  nextAt: Date
  last?: FetchResult
  /** The time of the last successful fetch. */
  goodAt?: Date
}

export interface FetchResult {
  at: Date
  /** A new version, the same file as before, or a failure: then the previous version is kept and `text` says why. */
  outcome: 'imported' | 'unchanged' | 'failed'
  text: string
}

export interface ListSources {
  /** The sources, by list. */
  all(): Promise<ListSource[]>
  /** Replaces the earlier source of the list. The list is fetched immediately. */
  put(
    source: Pick<ListSource, 'list' | 'url' | 'format' | 'sha256' | 'sha256Url' | 'everyHours'>,
    audit: AuditEntry,
  ): Promise<void>
  /** False if the list has no source. */
  remove(list: string, audit: AuditEntry): Promise<boolean>
  /**
   * Leases the source that has been due the longest, or the named one even if it is not due. Nobody else gets it during
   * the lease.
   */
  claim(owner: string, now: Date, leaseSeconds: number, list?: string): Promise<ListSource | undefined>
  /** Writes the result and the time of the next fetch; does nothing if another owner has taken the lease. */
  finish(owner: string, list: string, result: FetchResult, nextAt: Date): Promise<void>
}
