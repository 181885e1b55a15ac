import type { KeptEntry } from '../ports/watchlists.ts'
import type { EntrySource } from './find-candidates.ts'
import { keysOfEntry } from './index-keys.ts'
import { SEGMENT, SegmentBuilder } from './postings.ts'

/** Entries held in memory: what has changed in a list, and the operator's own. Numbers are the places in the array. */
export function memorySource(entries: readonly Omit<KeptEntry, 'number'>[]): EntrySource {
  const rows = new Map<number, { key: number; segment: number; count: number; numbers: string }[]>()
  for (let from = 0; from < entries.length; from += SEGMENT) {
    const part = new SegmentBuilder()
    for (const [index, { entry }] of entries.slice(from, from + SEGMENT).entries()) part.add(index, keysOfEntry(entry))
    for (const row of part.rows())
      rows.set(row.key, [...(rows.get(row.key) ?? []), { ...row, segment: from / SEGMENT }])
  }
  return {
    size: entries.length,
    counts: async (keys) => keys.flatMap((key) => rows.get(key) ?? []),
    postings: async (keys) => keys.flatMap((key) => rows.get(key) ?? []),
    entries: async (numbers) =>
      numbers.flatMap((number) => {
        const found = entries[number]
        return found ? [{ ...found, number }] : []
      }),
  }
}
