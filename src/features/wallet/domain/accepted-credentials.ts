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

/** A kind of credential that is requested, and the path of each claim in it. */
export interface AcceptedCredential {
  /** Its name in a query. */
  id: string
  format: CredentialFormat
  /** The `vct` of an SD-JWT VC, the document type of an mdoc. */
  type: string
  /** Claim → path. The first member of an mdoc's path is its name space. */
  claims: Partial<Record<CredentialClaim, readonly [string, ...string[]]>>
  portrait?: readonly [string, ...string[]]
  /** The document that it replaces in results; absent for a tenant's own credential, which replaces none. */
  document?: 'IDENTITY_CARD' | 'DRIVER_LICENSE'
}

const PID_MDOC = 'eu.europa.ec.eudi.pid.1'
const MDL = 'org.iso.18013.5.1'

type Claims = Record<CredentialClaim, readonly [string, ...string[]]>

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
 * framework) and the mobile driving licence (ISO/IEC 18013-5, 7.2.1).
 */
export const ACCEPTED_CREDENTIALS: readonly AcceptedCredential[] = [
  {
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    type: 'urn:eudi:pid:1',
    claims: SD_JWT_CLAIMS,
    portrait: ['picture'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'pid_mdoc',
    format: 'mso_mdoc',
    type: PID_MDOC,
    claims: { ...claimsUnder(PID_MDOC), issue_date: [PID_MDOC, 'issuance_date'] },
    portrait: [PID_MDOC, 'portrait'],
    document: 'IDENTITY_CARD',
  },
  {
    id: 'mdl',
    format: 'mso_mdoc',
    type: 'org.iso.18013.5.1.mDL',
    claims: claimsUnder(MDL),
    portrait: [MDL, 'portrait'],
    document: 'DRIVER_LICENSE',
  },
]

/**
 * A tenant's own credential (features/issuance/domain/issued-credential.ts), which is asked for in the flow
 * `returning`.
 */
export function issuedKind(type: string): AcceptedCredential {
  const { issue_date: _, issuing_authority: __, ...claims } = SD_JWT_CLAIMS
  return { id: 'issued', format: 'dc+sd-jwt', type, claims, portrait: ['picture'] }
}

/** Returns the kind of credential. The PID of a country is a PID with additional claims: `urn:eudi:pid:de:1`. */
export function acceptedCredential(format: CredentialFormat, type: string): AcceptedCredential | undefined {
  const general = type.replace(/^urn:eudi:pid:[a-z]{2}:1$/, 'urn:eudi:pid:1')
  return ACCEPTED_CREDENTIALS.find((each) => each.format === format && each.type === general)
}

/** The use that its issuer must be trusted for. */
export function useOfCredential(format: CredentialFormat, type: string): CredentialUse {
  const document = acceptedCredential(format, type)?.document
  if (document === 'IDENTITY_CARD') return 'identity'
  return document === 'DRIVER_LICENSE' ? 'licence' : 'attestation'
}
