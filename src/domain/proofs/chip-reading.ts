import type {
  ActiveAuthentication,
  CertificateSummary,
  CHIP_ACCESSES,
  CHIP_AUTHENTICATIONS,
  ChipReason,
  ChipVerdict,
  GroupState,
} from '../../certificates/verdict.ts'
import type { FaceTemplate, MrzReading } from '../document/document.ts'
import type { EncodedPicture } from '../picture/signed-picture-header.ts'
import { countryOf } from '../text/countries.ts'
import type { DocumentType } from '../vocabulary.ts'

/** What the program that read the chip says about its reading. Nobody else can check it, so nothing rests on it. */
export interface ReaderClaims {
  access?: (typeof CHIP_ACCESSES)[number]
  chipAuthentication?: (typeof CHIP_AUTHENTICATIONS)[number]
}

/** What was read from a chip and what its signatures say, as it is kept with the session. */
export interface ChipReading extends PassiveResult {
  activeAuthentication: ActiveAuthentication
  mrz: MrzReading
  /** DG11, where it was sent. */
  holder?: ChipHolder
  /** DG12, where it was sent. */
  document?: ChipDocument
  /** Of the portrait in DG2. */
  portrait?: FaceTemplate
  /** EF.COM, where it was sent. */
  directory?: ChipDirectory
  /** Said by the client, never proof. */
  saidByReader?: ReaderClaims
  /** When it came, ISO 8601. */
  readAt: string
}

/** A challenge that was drawn for a chip's active authentication. */
export interface ChipChallenge {
  /** Hex. */
  value: string
  drawnAt: string
}

/** How long a challenge can be answered, once. */
const CHIP_CHALLENGE_MINUTES = 5

export const isChallengeOpen = ({ drawnAt }: ChipChallenge, now: Date): boolean =>
  now.getTime() - Date.parse(drawnAt) <= CHIP_CHALLENGE_MINUTES * 60_000

/** Has the chip a key of its own to answer with? By what is signed: a copy may leave its key out. */
export const hasOwnKey = ({ signedGroups }: Pick<ChipReading, 'signedGroups'>): boolean => signedGroups.includes(15)

/** Was it signed by another state than it says to be of? */
export const isOfOtherCountry = ({ reasons }: Pick<ChipReading, 'reasons'>): boolean =>
  reasons.some(({ code }) => code === 'COUNTRY_DIFFERS')

/** Signed by the state it is of, which is trusted, and by all that the chip can show no copy. */
export const isProof = (chip: ChipReading): boolean =>
  chip.verdict === 'TRUSTED' && !isOfOtherCountry(chip) && (chip.activeAuthentication === 'GENUINE' || !hasOwnKey(chip))

/** ISO 3166 alpha-3 of the issuer, and the type, as far as the MRZ in the chip says. */
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

/** EF.COM: the version of the data structure, and which data groups the chip says to have. It is not signed. */
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

/** The files as they were read from a chip. */
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
  /** ISO 3166 code as the signer's certificate has it. */
  country?: string
  signer?: CertificateSummary
  authority?: CertificateSummary & { origin: string }
  dataGroups: Record<string, GroupState>
  /** The numbers of all data groups that are signed, sent or not. */
  signedGroups: number[]
  /** ISO 8601, where the signed object states it. */
  signedAt?: string
}

export interface ChipResult extends Omit<Partial<PassiveResult>, 'reasons'> {
  /** Absent where there was no signed object to judge. */
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

/** What a chip holds together; the largest that readers hand over are below half of it. */
export const LARGEST_CHIP = 1024 * 1024
