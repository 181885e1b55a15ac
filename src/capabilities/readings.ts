import type { SessionChallenge } from '../domain/face/challenge/challenge.ts'
import type { ChipChallenge, ChipReading } from '../domain/proofs/chip-reading.ts'
import type { CredentialReading } from '../domain/proofs/credential-reading.ts'
import type { SealReading } from '../domain/proofs/seal-reading.ts'
import type { WalletRequest } from '../domain/proofs/wallet-request.ts'
import type { CredentialRefusal } from '../domain/vocabulary.ts'
import type { AgeAnswer, AgeQuestion } from './age/domain/age.ts'
import type { Duplicates } from './duplicates/domain/duplicates.ts'
import type { ClaimedPerson, ComparedPerson } from './returning/domain/person.ts'
import type { HitAnswer, WatchlistEvidence, WatchlistHit } from './screening/domain/evidence.ts'

/** What capabilities keep in a session. Each is absent where nothing of the kind came. */
export interface CapabilityReadings {
  /** Whom a returning person says to be. */
  person?: ClaimedPerson
  /** What the flow `age` asks. */
  age?: AgeQuestion
  /** What is left of it once it is over: everything else was erased. */
  ageAnswer?: AgeAnswer
  /** The chip of the document, as it was last read. */
  chip?: ChipReading
  /** The challenge that its chip can still answer. */
  chipChallenge?: ChipChallenge
  /** The signed barcode of the document. */
  seal?: SealReading
  /** What a wallet presented last. */
  credential?: CredentialReading
  /** What a wallet is asked and has not answered. */
  walletRequest?: WalletRequest
  /** Why the last answer by link was not taken, for the page that waits for it. */
  walletRefusal?: CredentialRefusal
  /** What the face step asked for; what became of it is kept with the selfie. */
  challenge?: SessionChallenge
  /** Hits that later versions of lists brought, after it was approved. */
  laterHits?: WatchlistHit[]
  /** What reviewers said of hits on lists, oldest first. */
  hitAnswers?: HitAnswer[]
}

/** What capabilities give a decision to go by, in addition to the document and the selfie. */
export interface CapabilityEvidence {
  /** What the chip holds and whether it was signed. Absent: none was read. */
  chip?: ChipReading
  /** What the signed barcode of the document says and who signed it. Absent: none was read. */
  seal?: SealReading
  /** The tenant wants one on every document. */
  asksSeal?: true
  /** What a wallet presented. Absent: nothing. */
  credential?: CredentialReading
  /** Other sessions of the tenant with the same document number or face, when that check is on. */
  duplicates?: Duplicates
  /** What comparing the person with lists found, where the tenant's setting asks for it. */
  watchlist?: WatchlistEvidence
  /** Whom a returning person says to be, and how alike they are. */
  person?: ComparedPerson
  /** What the flow `age` asks. */
  age?: AgeQuestion
}
