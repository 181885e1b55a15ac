import type { ListEntry } from '../domain/list-entry.ts'
import { ListProblem } from '../ports/screening.ts'

/** One step through a file: a person, what it says about itself, or what is no person. */
type ListItem = { entry: ListEntry } | { sourceDate: string } | { skipped: number }

export interface ListReader {
  /** From the text of the file. Throws UnreadableList. */
  read(chunks: AsyncIterable<string>): AsyncIterable<ListItem>
}

/** The file is none that can be used; the message says why, after the file's name. */
export class UnreadableList extends ListProblem {}
