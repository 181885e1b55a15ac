import { isGenuine } from '../../features/wallet/domain/credential-reading.ts'
import type { VisualFieldName } from '../../formats/document-words.ts'
import { alpha3Of } from '../../formats/text/compare.ts'
import { countryOf } from '../../formats/text/countries.ts'
import { isApproved, type Session, statusAt } from '../session/session.ts'
import type { IssuedClaim } from '../tenants/tenant.ts'
import { applicantOf } from './document/applicant.ts'
import { mrzOf, statedDates, visualField } from './document/view.ts'

export type StatedClaims = Partial<Record<Exclude<IssuedClaim, 'nationalities' | 'picture'>, string>> & {
  nationalities?: string[]
}

/**
 * What an approved session states about its person: the claims of a genuine credential, otherwise what was read from
 * the document. Undefined if it has no name, as after only a selfie, or is not approved.
 */
export function statedClaims(session: Session, now: Date): StatedClaims | undefined {
  if (!isApproved(statusAt(session, now)) || session.ageAnswer) return undefined
  const stated = claimsOfCredential(session) ?? claimsOfDocument(session)
  return stated.family_name || stated.given_name ? present(stated) : undefined
}

function claimsOfCredential({ credential }: Session): StatedClaims | undefined {
  if (!credential || !isGenuine(credential) || !credential.claims.family_name) return undefined
  const { birth_date, nationality, expiry_date, ...claims } = credential.claims
  return {
    family_name: claims.family_name,
    given_name: claims.given_name,
    birthdate: birth_date,
    nationalities: nationality?.split(', '),
    document_number: claims.document_number,
    issuing_country: claims.issuing_country,
    date_of_expiry: expiry_date,
  }
}

function claimsOfDocument({ document, chip, decision, createdAt }: Session): StatedClaims {
  const today = decision?.evidence.today ?? createdAt.toISOString().slice(0, 10)
  const holder = document ? applicantOf(document, today) : {}
  const mrz = (chip?.verdict === 'TRUSTED' ? chip.mrz : undefined) ?? mrzOf(document)
  const nationality = alpha2(mrz?.fields.nationality ?? visualField(document, 'nationality')?.value)
  const country = alpha2(document?.pages[0]?.country ?? mrz?.fields.issuing_state_or_organization)
  return {
    family_name: holder.lastName ?? mrz?.fields.primary_identifier,
    given_name: holder.firstName ?? mrz?.fields.secondary_identifier,
    birthdate: holder.dateOfBirth ?? mrz?.dateOfBirth,
    nationalities: nationality === undefined ? undefined : [nationality],
    document_number: mrz?.fields.document_number ?? visualField(document, 'document_number')?.value,
    issuing_country: country,
    date_of_expiry: mrz?.dateOfExpiry ?? statedDates(document, 'date_of_expiry')[0]?.date,
  }
}

const alpha2 = (text = ''): string | undefined => countryOf(alpha3Of(text) ?? '')?.alpha2

/** Without empty values. */
const present = (stated: StatedClaims): StatedClaims =>
  Object.fromEntries(Object.entries(stated).filter(([, value]) => value))

/**
 * The name of a case, as the document prints it, otherwise as its MRZ or a credential states it. Absent if none was
 * read.
 */
export function holderName({ document, credential }: Pick<Session, 'document' | 'credential'>): string | undefined {
  for (const { visual, mrz } of document?.pages ?? []) {
    const printed = (wanted: VisualFieldName) => visual.find(({ name }) => name === wanted)?.value
    const name =
      together(printed('given_name'), printed('surname')) ??
      printed('surname_and_given_names') ??
      together(mrz?.fields.secondary_identifier, mrz?.fields.primary_identifier)
    if (name) return name
  }
  return together(credential?.claims.given_name, credential?.claims.family_name)
}

const together = (...names: (string | undefined)[]): string | undefined => names.filter(Boolean).join(' ') || undefined
