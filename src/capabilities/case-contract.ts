import { Type } from 'typebox'
import { CaseWatchlist } from './screening/contract/watchlist.ts'

/** What capabilities add to the view of a case. */
export const capabilityCaseFields = {
  /** Those on lists who may be the person; absent where they were compared with none. */
  watchlist: Type.Optional(CaseWatchlist),
}
