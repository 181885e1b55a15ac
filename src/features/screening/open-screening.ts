import type { ScreenedPerson } from './domain/person.ts'
import { type EntrySource, searchEntries } from './match/find-candidates.ts'
import { keysOfEntry, SEGMENT, SegmentBuilder } from './match/name-index.ts'
import { preparePerson, scoreEntry } from './match/score.ts'
import type { KeptEntry, PersonHit, Screening, Watchlist, Watchlists } from './ports/screening.ts'

/**
 * How many changes are held in memory while approved people are compared with them. If there are more, they are looked
 * up in the list.
 */
const MOST_IN_MEMORY = 20_000
const PAGE = 1_000
/** A few entries are not enough to say which names are common. */
const NOT_COUNTED = { size: 0, countOf: () => 0, countAlike: () => 0 }

/** Finds people on the stored lists. */
export function openScreening(watchlists: Watchlists): Screening {
  let changes: { version: number; source: EntrySource } | undefined

  async function changesOf({ version }: Watchlist): Promise<EntrySource> {
    if (changes?.version === version) return changes.source
    const entries: KeptEntry[] = []
    for (;;) {
      const page = await watchlists.changedEntries(version, entries.at(-1)?.number ?? -1, PAGE)
      entries.push(...page)
      if (page.length < PAGE) break
    }
    changes = { version, source: memorySource(entries) }
    return changes.source
  }

  return {
    find: (lists, person, threshold) => findPerson(watchlists, lists, person, threshold),
    async findAmong(entries, person, threshold) {
      const prepared = preparePerson(person)
      return entries
        .map((entry) => ({ entry, match: scoreEntry(prepared, entry, NOT_COUNTED) }))
        .filter(({ match }) => match.score >= threshold)
        .sort((a, b) => b.match.score - a.match.score)
    },
    async findChanged(list, person, threshold): Promise<PersonHit[]> {
      if (list.changed > MOST_IN_MEMORY) return findPerson(watchlists, [list], person, threshold)
      // Which names are common is decided by the whole list.
      const source = { ...(await changesOf(list)), size: list.entries }
      const found = await searchEntries(preparePerson(person), source, threshold)
      return found.map(({ entry, hash, match }) => ({ list: list.name, version: list.version, entry, hash, match }))
    },
  }
}

/**
 * Entries held in memory: the changes of a list, and the operator's own entries. Their numbers are indexes in the
 * array.
 */
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

/** More hits of one person than a reviewer can check: the best are kept. */
const MOST_HITS = 25

/** All entries on the lists that may be this person, best first. */
export async function findPerson(
  watchlists: Pick<Watchlists, 'postingCounts' | 'postings' | 'entries'>,
  lists: readonly Pick<Watchlist, 'name' | 'version' | 'entries'>[],
  person: ScreenedPerson,
  threshold: number,
): Promise<PersonHit[]> {
  const prepared = preparePerson(person)
  const found: PersonHit[] = []
  for (const { name: list, version, entries: size } of lists) {
    const source = {
      size,
      counts: (keys: readonly number[]) => watchlists.postingCounts(version, keys),
      postings: (keys: readonly number[]) => watchlists.postings(version, keys),
      entries: (numbers: readonly number[]) => watchlists.entries(version, numbers),
    }
    for (const { entry, hash, match } of await searchEntries(prepared, source, threshold))
      found.push({ list, version, entry, hash, match })
  }
  return found.sort((a, b) => b.match.score - a.match.score).slice(0, MOST_HITS)
}
