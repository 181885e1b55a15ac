import type { Mode } from '../../../domain/vocabulary.ts'

/** A person and an entry as they are: when either changes, it is another pair. */
export interface HitPair {
  tenant: string
  mode: Mode
  /** See personKey. */
  person: string
  list: string
  entryId: string
  /** Of the entry's content. */
  hash: string
}

/** Pairs of which a reviewer said that they are two persons. Kept as keyed hashes, and erased with the session. */
export interface Dismissals {
  /** For each pair, whether it was dismissed in a session that is still there. */
  areDismissed(pairs: readonly HitPair[]): Promise<boolean[]>
}
