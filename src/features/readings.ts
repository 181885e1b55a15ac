import type { CredentialRefusal } from '../kernel/vocabulary.ts'
import type { SessionChallenge } from '../vision/face/challenge/challenge.ts'
import type { AgeAnswer, AgeQuestion } from './age/domain/age.ts'
import type { ChipChallenge, ChipReading } from './chip/chip-reading.ts'
import type { Duplicates } from './duplicates/domain/duplicates.ts'
import type { ClaimedPerson, ComparedPerson } from './returning/domain/person.ts'
import type { HitAnswer, WatchlistEvidence, WatchlistHit } from './screening/domain/evidence.ts'
import type { SealReading } from './seal/seal-reading.ts'
import type { CredentialReading } from './wallet/domain/credential-reading.ts'
import type { WalletRequest } from './wallet/domain/wallet-request.ts'

/** What features keep in a session. Each field is absent if there is nothing to keep. */
export interface FeatureReadings {
  /** The person that a returning person claims to be. */
  person?: ClaimedPerson
  /** What the flow `age` asks. */
  age?: AgeQuestion
  /** The answer that is kept once the question is over; everything else was erased. */
  ageAnswer?: AgeAnswer
  /** The last reading of the document's chip. */
  chip?: ChipReading
  /** The challenge that the chip can still answer. */
  chipChallenge?: ChipChallenge
  /** The signed barcode of the document. */
  seal?: SealReading
  /** The credential that a wallet presented last. */
  credential?: CredentialReading
  /** The request that a wallet has not answered yet. */
  walletRequest?: WalletRequest
  /** Why the last answer by link was refused, for the page that waits for it. */
  walletRefusal?: CredentialRefusal
  /** The challenge of the face step; its result is kept with the selfie. */
  challenge?: SessionChallenge
  /** Hits that later versions of lists found after the session was approved. */
  laterHits?: WatchlistHit[]
  /** The answers of reviewers about hits on lists, oldest first. */
  hitAnswers?: HitAnswer[]
}

/** What features contribute to a decision, in addition to the document and the selfie. */
export interface FeatureEvidence {
  /** What the chip holds and whether it was signed. Absent if no chip was read. */
  chip?: ChipReading
  /** What the signed barcode of the document says and who signed it. Absent if none was read. */
  seal?: SealReading
  /** The tenant requires a signed barcode on every document. */
  asksSeal?: true
  /** The credential that a wallet presented, if any. */
  credential?: CredentialReading
  /** Other sessions of the tenant with the same document number or face, when that check is on. */
  duplicates?: Duplicates
  /** The result of comparing the person with lists, if the tenant's setting asks for it. */
  watchlist?: WatchlistEvidence
  /** The person that a returning person claims to be, and how alike their faces are. */
  person?: ComparedPerson
  /** What the flow `age` asks. */
  age?: AgeQuestion
}
