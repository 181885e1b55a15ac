import type { ListEntry, ListFileAbout, ListFormat } from '../../domain/screening/list-entry.ts'
import type { Match } from '../../domain/screening/match.ts'
import type { ScreenedPerson } from '../../domain/screening/person.ts'
import type { PostingRow, Watchlist } from './watchlists.ts'

/** Reads files of lists and finds people in them. Loaded where lists are used. */
export interface ListFiles {
  /** In the format that is named, or that the file shows by its beginning. Throws UnreadableList. */
  open(path: string, format?: ListFormat): Promise<OpenedListFile>
  /** Makes the index of entries as they come; a part is handed over whole. */
  newIndex(): ListIndex
}

/** Finds people on lists; loaded with the first one that is looked for. */
export interface Screening {
  /** Everybody from the threshold on, 0..1, best first. */
  find(lists: readonly Watchlist[], person: ScreenedPerson, threshold: number): Promise<PersonHit[]>
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

export interface OpenedListFile {
  /** Complete once all entries were read. */
  about: ListFileAbout
  /** Of what was read so far, hex. */
  sha256(): string
  /** Can be read once. */
  entries(progress?: (bytes: number, of: number) => void): AsyncIterable<{ entry: ListEntry } | { skipped: number }>
}

export interface ListIndex {
  /** The number that the entry gets; true where the part is complete and has to be taken. */
  addEntry(entry: ListEntry): { number: number; isFull: boolean }
  /** Ends the part: its number and its rows. */
  takePart(): { segment: number; rows: Iterable<PostingRow> }
}
