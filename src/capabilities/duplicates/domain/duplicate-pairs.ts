import type { Duplicates } from '../../../domain/decision/factors/factor.ts'
import { PAIR_REASONS, type PairReason } from '../../../domain/vocabulary.ts'

/** Another session, and what the two have in common. */
export interface DuplicatePair {
  sessionId: string
  by: PairReason[]
  /** A reviewer has said that these are two people who look alike: the face is no reason any more. */
  isSettled: boolean
}

/** The sessions that a search found, those with most in common first. */
export function duplicatePairs(duplicates: Duplicates | undefined): DuplicatePair[] {
  if (!duplicates) return []
  const found = PAIR_REASONS.flatMap((reason) => (duplicates[reason] ?? []).map((sessionId) => ({ sessionId, reason })))
  return [...Map.groupBy(found, ({ sessionId }) => sessionId)]
    .map(([sessionId, reasons]) => ({
      sessionId,
      by: reasons.map(({ reason }) => reason),
      isSettled: duplicates.othersAlike?.includes(sessionId) ?? false,
    }))
    .toSorted((a, b) => b.by.length - a.by.length || (a.sessionId < b.sessionId ? 1 : -1))
}
