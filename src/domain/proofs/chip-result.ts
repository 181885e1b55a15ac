import type {
  ActiveAuthentication,
  CertificateSummary,
  ChipReason,
  ChipVerdict,
  GroupState,
} from '../../certificates/verdict.ts'
import type { MrzReading } from '../document/document.ts'
import type { EncodedPicture } from '../picture/signed-picture-header.ts'

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
