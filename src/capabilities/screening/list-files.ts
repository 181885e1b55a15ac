import { openListFile } from './formats/open-list-file.ts'
import { keysOfEntry } from './match/index-keys.ts'
import { SEGMENT, SegmentBuilder } from './match/postings.ts'
import type { ListFiles, ListIndex } from './ports/screening.ts'

export const listFiles: ListFiles = { open: openListFile, newIndex: newListIndex }

/** Numbers entries as they come and indexes them part by part: never more than one part is in memory. */
function newListIndex(): ListIndex {
  let next = 0
  let part = new SegmentBuilder()
  return {
    addEntry(entry) {
      const number = next
      next += 1
      part.add(number % SEGMENT, keysOfEntry(entry))
      return { number, isFull: next % SEGMENT === 0 }
    },
    takePart() {
      const segment = Math.floor(Math.max(0, next - 1) / SEGMENT)
      const rows = part.rows()
      part = new SegmentBuilder()
      return { segment, rows }
    },
  }
}
