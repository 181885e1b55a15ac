import { Type } from 'typebox'
import { CaseWatchlist } from './screening/contract/watchlist.ts'

/** What features add to the view of a case. */
export const featureCaseFields = {
  /** Listed persons who may be this person; absent if they were not compared with any list. */
  watchlist: Type.Optional(CaseWatchlist),
}
