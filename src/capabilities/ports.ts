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

/** What capabilities need from the outside, in addition to the core's ports. */
export interface CapabilityPorts {
  documentModels: DocumentModels
  watchlists: Watchlists
  dismissals: Dismissals
  blocklist: Blocklist
  listRuns: ListRuns
  listSources: ListSources
  /** Absent where no lists are searched: whoever is to be compared is then said not to be. */
  screening?: Screening
  /** Absent where signed barcodes are not read. */
  seals?: Seals
  pairAnswers: PairAnswers
  walletRequests: WalletRequests
  issuedCredentials: IssuedCredentials
}
