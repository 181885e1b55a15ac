import type { DocumentType } from '../../formats/document-words.ts'
import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import { countryOf } from '../../formats/text/countries.ts'
import type { CertificateSummary } from '../../formats/x509/certificate-summary.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'
import type { EncodedPicture } from '../../vision/picture/signed-picture-header.ts'
import type {
  ActiveAuthentication,
  CHIP_ACCESSES,
  CHIP_AUTHENTICATIONS,
  ChipReason,
  ChipVerdict,
  GroupState,
} from './verdict.ts'

declare module '../../kernel/feature-types.ts' {
  interface EvidenceReadings {
    /** The last reading of the document's chip: what it holds and whether it was signed. */
    chip: ChipReading
  }
  interface FeatureReadings {
    /** The challenge that the chip can still answer. */
    chipChallenge?: ChipChallenge
  }
}

/**
 * What the program that read the chip says about its reading. Nobody else can check it, so no decision depends on it.
 */
export interface ReaderClaims {
  access?: (typeof CHIP_ACCESSES)[number]
  chipAuthentication?: (typeof CHIP_AUTHENTICATIONS)[number]
}

/** What was read from a chip and what its signatures say, as it is kept with the session. */
export interface ChipReading extends PassiveResult {
  activeAuthentication: ActiveAuthentication
  mrz: MrzReading
  /** DG11, if it was sent. */
  holder?: ChipHolder
  /** DG12, if it was sent. */
  document?: ChipDocument
  /** The template of the portrait in DG2. */
  portrait?: FaceTemplate
  /** EF.COM, if it was sent. */
  directory?: ChipDirectory
  /** Claims of the client, never proof. */
  saidByReader?: ReaderClaims
  /** When it came, ISO 8601. */
  readAt: string
}

/** A challenge that was drawn for a chip's active authentication. */
interface ChipChallenge {
  /** Hex. */
  value: string
  drawnAt: string
}

/** The time in which a challenge can be answered, once. */
const CHIP_CHALLENGE_MINUTES = 5

export const isChallengeOpen = ({ drawnAt }: ChipChallenge, now: Date): boolean =>
  now.getTime() - Date.parse(drawnAt) <= CHIP_CHALLENGE_MINUTES * 60_000

/** Does the chip have its own key to answer with? Determined from what is signed: a copy may omit its key. */
export const hasOwnKey = ({ signedGroups }: Pick<ChipReading, 'signedGroups'>): boolean => signedGroups.includes(15)

/** Was it signed by a state other than the one that it claims? */
export const isOfOtherCountry = ({ reasons }: Pick<ChipReading, 'reasons'>): boolean =>
  reasons.some(({ code }) => code === 'COUNTRY_DIFFERS')

/** Signed by its own state, which is trusted, and not a copy as far as the chip can show. */
export const isProof = (chip: ChipReading): boolean =>
  chip.verdict === 'TRUSTED' && !isOfOtherCountry(chip) && (chip.activeAuthentication === 'GENUINE' || !hasOwnKey(chip))

/** The issuer (ISO 3166 alpha-3) and the type, as far as the MRZ in the chip says. */
export function kindOfChip({ mrz }: Pick<ChipReading, 'mrz'>): { country?: string; type?: DocumentType } {
  const country = countryOf(mrz.fields.issuing_state_or_organization ?? '')?.alpha3
  const type = TYPES[mrz.fields.document_code?.[0] ?? '']
  return { ...(country && { country }), ...(type && { type }) }
}

const TYPES: Record<string, DocumentType> = {
  P: 'PASSPORT',
  I: 'IDENTITY_CARD',
  A: 'IDENTITY_CARD',
  C: 'IDENTITY_CARD',
}

/** EF.COM: the version of the data structure, and the data groups that the chip claims to have. It is not signed. */
export interface ChipDirectory {
  /** Such as 0107 or 0108. */
  version?: string
  groups: number[]
}

/** What DG11 says about the holder beyond the MRZ. */
export interface ChipHolder {
  fullName?: string
  personalNumber?: string
  /** ISO 8601. */
  dateOfBirth?: string
  placeOfBirth?: string
  address?: string
}

/** What DG12 says about the document. */
export interface ChipDocument {
  issuingAuthority?: string
  /** ISO 8601. */
  dateOfIssue?: string
}

/** The files that were read from a chip. */
export interface ChipFiles {
  sod?: Uint8Array
  /** By the number of the data group. */
  groups: ReadonlyMap<number, Uint8Array>
  /** The chip's signature over the challenge. */
  signature?: Uint8Array
  /** EF.COM, which is not signed. */
  com?: Uint8Array
}

/** What the signature of the issuing state says about the data groups that were sent. */
export interface PassiveResult {
  verdict: ChipVerdict
  reasons: ChipReason[]
  /** ISO 3166 code from the signer's certificate. */
  country?: string
  signer?: CertificateSummary
  authority?: CertificateSummary & { origin: string }
  dataGroups: Record<string, GroupState>
  /** The numbers of all signed data groups, sent or not. */
  signedGroups: number[]
  /** ISO 8601, if the signed object states it. */
  signedAt?: string
}

export interface ChipResult extends Omit<Partial<PassiveResult>, 'reasons'> {
  /** Absent if there was no signed object to check. */
  verdict?: ChipVerdict
  reasons: ChipReason[]
  activeAuthentication: ActiveAuthentication
  mrz?: MrzReading
  /** DG11. */
  holder?: ChipHolder
  /** DG12. */
  document?: ChipDocument
  portrait?: EncodedPicture
  /** DG7. */
  signaturePicture?: EncodedPicture
  /** EF.COM. */
  directory?: ChipDirectory
}

/** The maximum size of all files of a chip; the largest that readers send are less than half of it. */
export const LARGEST_CHIP = 1024 * 1024
