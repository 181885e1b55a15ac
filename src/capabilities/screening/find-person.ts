import type { ScreenedPerson } from './domain/person.ts'
import { searchEntries } from './match/find-candidates.ts'
import { preparePerson } from './match/score.ts'
import type { PersonHit } from './ports/screening.ts'
import type { Watchlist, Watchlists } from './ports/watchlists.ts'

/** More hits of one person than a reviewer could look at: the best are kept. */
const MOST_HITS = 25

/** Everybody on the lists who may be this person, best first. */
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
