import type { PairAnswers } from './duplicates/pair-answers.ts'
import type { IssuedCredentials } from './issuance/issued-credentials.ts'
import type {
  Blocklist,
  Dismissals,
  ListRuns,
  ListSources,
  Screening,
  Watchlists,
} from './screening/ports/screening.ts'
import type { Seals } from './seal/seals.ts'
import type { DocumentModels } from './taught/ports/document-models.ts'
import type { WalletRequests } from './wallet/wallets.ts'

/** What features need from outside, in addition to the core's ports. */
export interface FeaturePorts {
  documentModels: DocumentModels
  watchlists: Watchlists
  dismissals: Dismissals
  blocklist: Blocklist
  listRuns: ListRuns
  listSources: ListSources
  /** Absent if no lists are searched: the result then states that the person was not compared. */
  screening?: Screening
  /** Absent if signed barcodes are not read. */
  seals?: Seals
  pairAnswers: PairAnswers
  walletRequests: WalletRequests
  issuedCredentials: IssuedCredentials
}
