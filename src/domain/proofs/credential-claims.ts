/** What a credential says about its holder, under one name whichever credential it came from. Dates are ISO 8601. */
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

/** Longer than any name or authority is; a longer text is no claim of this kind. */
const LONGEST = 500

/** A text as it is shown and compared: one line, trimmed. */
function claimText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return text && text.length <= LONGEST && !/\p{Cc}/u.test(text) ? text : undefined
}

/** The day of a date or a moment as ISO 8601; undefined for what is no day of the calendar. */
export function claimDate(value: unknown): string | undefined {
  const [, day] =
    typeof value === 'string' ? (/^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.exec(value) ?? []) : []
  const moment = day ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return day && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day) ? day : undefined
}

/** Several nationalities in one line, in the order they are written. */
export function claimList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return claimText(value)
  const texts = value.map(claimText).filter((text) => text !== undefined)
  return texts.length > 0 ? claimText(texts.join(', ')) : undefined
}
