import type { Match } from '../domain/match.ts'
import type { KeptEntry } from '../ports/watchlists.ts'
import { type CandidateSource, findCandidates } from './find-candidates.ts'
import { type PreparedPerson, scoreFrom } from './score.ts'
import type { MatchWeights } from './weights.ts'

export interface EntrySource extends CandidateSource {
  entries(numbers: readonly number[]): Promise<KeptEntry[]>
}

interface FoundEntry extends KeptEntry {
  match: Match
}

/** The entries that score at least `threshold`, best first: candidates by the index, then each of them in full. */
export async function searchEntries(
  prepared: PreparedPerson,
  source: EntrySource,
  threshold: number,
  weights?: MatchWeights,
): Promise<FoundEntry[]> {
  const { numbers, counts } = await findCandidates(prepared, source)
  const candidates = await source.entries(numbers)
  return candidates
    .flatMap((candidate) => {
      const match = scoreFrom(threshold, prepared, candidate.entry, counts, weights)
      return match ? [{ ...candidate, match }] : []
    })
    .sort((a, b) => b.match.score - a.match.score || a.number - b.number)
}
