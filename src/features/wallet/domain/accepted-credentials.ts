import type { CredentialFormat, CredentialUse } from './credential-verdict.ts'

/** What a credential says about its holder, under the same name for every credential. Dates are ISO 8601. */
export const CREDENTIAL_CLAIMS = [
  'family_name',
  'given_name',
  'birth_date',
  'nationality',
  'document_number',
  'issue_date',
  'expiry_date',
  'issuing_country',
  'issuing_authority',
] as const
export type CredentialClaim = (typeof CREDENTIAL_CLAIMS)[number]
export type CredentialClaims = Partial<Record<CredentialClaim, string>>

/** Longer than any name or authority; a longer text is not a claim of this kind. */
const LONGEST = 500

/** A text for display and comparison: one line, trimmed. */
function claimText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return text && text.length <= LONGEST && !/\p{Cc}/u.test(text) ? text : undefined
}

/** The day of a date or a moment as ISO 8601; undefined if it is not a day of the calendar. */
export function claimDate(value: unknown): string | undefined {
  const [, day] =
    typeof value === 'string' ? (/^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.exec(value) ?? []) : []
  const moment = day ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return day && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day) ? day : undefined
}

/** Several nationalities in one line, in their original order. */
export function claimList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return claimText(value)
  const texts = value.map(claimText).filter((text) => text !== undefined)
  return texts.length > 0 ? claimText(texts.join(', ')) : undefined
}

/** What a credential may stand for: who somebody is, how old somebody is, or neither. */
export const STANDS_FOR = ['identity', 'age', 'nothing'] as const

export type ClaimPath = readonly [string, ...string[]]

/** A kind of credential that is known: what it may stand for, whose word counts, and the path of each claim in it. */
export interface AcceptedCredential {
  /** Its name in a query. */
  id: string
  format: CredentialFormat
  /** The `vct` of an SD-JWT VC, the document type of an mdoc. */
  type: string
  /** The type in a national form, with the country in place of `{country}`: `urn:eudi:pid:{country}:1`. */
  nationalType?: string
  /** Only an identity is requested in a session; the others are refused by name. */
  standsFor: (typeof STANDS_FOR)[number]
  /** The use that its issuer must be trusted for. */
  use: CredentialUse
  /** Claim → path. The first member of an mdoc's path is its name space. */
  claims: Partial<Record<CredentialClaim, ClaimPath>>
  /** Years → path of the claim that says whether the holder is at least that old. */
  ageOver?: Readonly<Record<string, ClaimPath>>
  portrait?: ClaimPath
  /** The document that it replaces in results; absent for a tenant's own credential, which replaces none. */
  document?: 'IDENTITY_CARD' | 'DRIVER_LICENSE'
}

const PID_MDOC = 'eu.europa.ec.eudi.pid.1'
const MDL = 'org.iso.18013.5.1'
/** Elements that mobile documents share (ISO/IEC TS 23220-2). */
const MOBILE_DOCUMENT = 'org.iso.23220.1'
const AGE_ATTESTATION = 'eu.europa.ec.av.1'

type Claims = Record<CredentialClaim, ClaimPath>

/** Both documents use the same names for elements as we do for claims. */
const claimsUnder = (space: string): Claims =>
  Object.fromEntries(CREDENTIAL_CLAIMS.map((claim) => [claim, [space, claim]])) as unknown as Claims

const SD_JWT_CLAIMS: Claims = {
  family_name: ['family_name'],
  given_name: ['given_name'],
  birth_date: ['birthdate'],
  nationality: ['nationalities'],
  document_number: ['document_number'],
  issue_date: ['date_of_issuance'],
  expiry_date: ['date_of_expiry'],
  issuing_country: ['issuing_country'],
  issuing_authority: ['issuing_authority'],
}

/**
 * The PID of European wallets in both formats (PID Rulebook, annexes 3.1 and 3.2 of the architecture and reference
 * framework), the mobile driving licence (ISO/IEC 18013-5, 7.2.1), the photo ID (ISO/IEC TS 23220-4, annex C; earlier
 * editions mark the names of elements as Unicode), the age attestation of the European Union, and the vehicle
 * registration (ISO 7367), which names the keeper of a vehicle and is no proof of who presents it.
 */
export const ACCEPTED_CREDENTIALS: readonly AcceptedCredential[] = [
  {
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    type: 'urn:eudi:pid:1',
    nationalType: 'urn:eudi:pid:{country}:1',
    standsFor: 'identity',
    use: 'identity',
    claims: SD_JWT_CLAIMS,
    portrait: ['picture'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'pid_mdoc',
    format: 'mso_mdoc',
    type: PID_MDOC,
    standsFor: 'identity',
    use: 'identity',
    claims: { ...claimsUnder(PID_MDOC), issue_date: [PID_MDOC, 'issuance_date'] },
    portrait: [PID_MDOC, 'portrait'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'mdl',
    format: 'mso_mdoc',
    type: 'org.iso.18013.5.1.mDL',
    standsFor: 'identity',
    use: 'licence',
    claims: claimsUnder(MDL),
    portrait: [MDL, 'portrait'],
    document: 'DRIVER_LICENSE',
  },
  {
    id: 'photo_id',
    format: 'mso_mdoc',
    type: 'org.iso.23220.photoid.1',
    standsFor: 'identity',
    use: 'identity',
    claims: claimsUnder(MOBILE_DOCUMENT),
    portrait: [MOBILE_DOCUMENT, 'portrait'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'photo_id_unicode',
    format: 'mso_mdoc',
    type: 'org.iso.23220.photoid.1',
    standsFor: 'identity',
    use: 'identity',
    claims: {
      ...claimsUnder(MOBILE_DOCUMENT),
      family_name: [MOBILE_DOCUMENT, 'family_name_unicode'],
      given_name: [MOBILE_DOCUMENT, 'given_name_unicode'],
      issuing_authority: [MOBILE_DOCUMENT, 'issuing_authority_unicode'],
    },
    portrait: [MOBILE_DOCUMENT, 'portrait'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'age_attestation',
    format: 'mso_mdoc',
    type: AGE_ATTESTATION,
    standsFor: 'age',
    use: 'attestation',
    claims: {},
    ageOver: { 18: [AGE_ATTESTATION, 'age_over_18'] },
  },
  {
    id: 'vehicle_registration',
    format: 'mso_mdoc',
    type: 'org.iso.7367.1.mVRC',
    standsFor: 'nothing',
    use: 'attestation',
    claims: {},
  },
]

/**
 * A tenant's own credential (features/issuance/domain/issued-credential.ts), which is asked for in the flow
 * `returning`.
 */
export function issuedKind(type: string): AcceptedCredential {
  const { issue_date: _, issuing_authority: __, ...claims } = SD_JWT_CLAIMS
  return {
    id: 'issued',
    format: 'dc+sd-jwt',
    type,
    standsFor: 'identity',
    use: 'attestation',
    claims,
    portrait: ['picture'],
  }
}

/** The kinds of a credential of this type: several if editions of its standard name the claims differently. */
export const kindsOf = (
  format: CredentialFormat,
  type: string,
  kinds: readonly AcceptedCredential[] = ACCEPTED_CREDENTIALS,
): AcceptedCredential[] => kinds.filter((kind) => kind.format === format && isOfType(kind, type))

/** The PID of a country is a PID with additional claims: `urn:eudi:pid:de:1`. */
function isOfType({ type, nationalType }: AcceptedCredential, presented: string): boolean {
  if (presented === type) return true
  const [before, after, ...others] = nationalType?.split('{country}') ?? []
  if (before === undefined || after === undefined || others.length > 0) return false
  const country = presented.slice(before.length, presented.length - after.length)
  return presented === `${before}${country}${after}` && /^[a-z]{2}$/.test(country)
}

/** The use that its issuer must be trusted for. */
export const useOfCredential = (
  format: CredentialFormat,
  type: string,
  kinds?: readonly AcceptedCredential[],
): CredentialUse => kindsOf(format, type, kinds)[0]?.use ?? 'attestation'
