import type { VisualFieldName } from '../../formats/document-words.ts'
import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import { alpha3Of } from '../../formats/text/compare.ts'
import { countryOf } from '../../formats/text/countries.ts'
import type { EvidenceReadings } from '../feature-types.ts'
import { isApproved, type Session, statusAt } from '../session/session.ts'
import type { Claims } from './claims.ts'
import { applicantOf } from './document/applicant.ts'
import { mrzOf, statedDates, visualField } from './document/view.ts'
import { evidenceKinds } from './evidence-kind.ts'

/**
 * What an approved session states about its person: the claims of what a trusted issuer states in place
 * of the document, otherwise what was read from the document. Undefined if it has no name, as after only a selfie, or is not approved.
 */
export function statedClaims(session: Session, now: Date): Claims | undefined {
  if (!isApproved(statusAt(session, now)) || session.ageAnswer) return undefined
  const stated = claimsOfIssuer(session) ?? claimsOfDocument(session)
  return stated.family_name || stated.given_name ? present(stated) : undefined
}

/** What a trusted issuer states, if it names the person. */
const claimsOfIssuer = (session: Session): Claims | undefined =>
  statementsOf(session).find(({ isGenuine, claims }) => isGenuine && claims.family_name)?.claims

/** What evidence states by itself, without a document. */
export const statementsOf = (readings: Partial<EvidenceReadings>): { claims: Claims; isGenuine: boolean }[] =>
  evidenceKinds.parts().flatMap(({ statement }) => statement?.(readings) ?? [])

function claimsOfDocument({ document, decision, createdAt, ...readings }: Session): Claims {
  const today = decision?.evidence.today ?? createdAt.toISOString().slice(0, 10)
  const holder = document ? applicantOf(document, today) : {}
  const mrz = signedMrzOf(readings) ?? mrzOf(document)
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

const signedMrzOf = (readings: Partial<EvidenceReadings>): MrzReading | undefined =>
  evidenceKinds.parts().flatMap(({ signedMrz }) => signedMrz?.(readings) ?? [])[0]

const alpha2 = (text = ''): string | undefined => countryOf(alpha3Of(text) ?? '')?.alpha2

/** Without empty values. */
const present = (stated: Claims): Claims => Object.fromEntries(Object.entries(stated).filter(([, value]) => value))

/**
 * The name of a case, as the document prints it, otherwise as its MRZ or other evidence states it. Absent if none was
 * read.
 */
export function holderName({
  document,
  ...readings
}: Pick<Session, 'document' | keyof EvidenceReadings>): string | undefined {
  for (const { visual, mrz } of document?.pages ?? []) {
    const printed = (wanted: VisualFieldName) => visual.find(({ name }) => name === wanted)?.value
    const name =
      together(printed('given_name'), printed('surname')) ??
      printed('surname_and_given_names') ??
      together(mrz?.fields.secondary_identifier, mrz?.fields.primary_identifier)
    if (name) return name
  }
  const [claims] = statementsOf(readings).map((statement) => statement.claims)
  return together(claims?.given_name, claims?.family_name)
}

const together = (...names: (string | undefined)[]): string | undefined => names.filter(Boolean).join(' ') || undefined
