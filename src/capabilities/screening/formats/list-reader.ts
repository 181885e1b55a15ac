import type { ListEntry } from '../domain/list-entry.ts'

/** One step through a file: a person, what it says about itself, or what is no person. */
type ListItem = { entry: ListEntry } | { sourceDate: string } | { skipped: number }

export interface ListReader {
  /** From the text of the file. Throws UnreadableList. */
  read(chunks: AsyncIterable<string>): AsyncIterable<ListItem>
}
