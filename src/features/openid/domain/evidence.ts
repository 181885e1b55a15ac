import type { DocumentType } from '../../../formats/document-words.ts'
import type { Claims } from '../../../kernel/evidence/claims.ts'
import { visualField } from '../../../kernel/evidence/document/view.ts'
import type { Session } from '../../../kernel/session/session.ts'

/** How a factor was checked, in the words of OpenID Connect for Identity Assurance. */
const METHODS: Record<string, string> = {
  faceVerification: 'bvr',
  passiveLiveness: 'bvr',
  returningPerson: 'bvr',
  chipAuthenticity: 'vcrypt',
  sealAuthenticity: 'vcrypt',
  credentialAuthenticity: 'vcrypt',
}

/** An image that was taken remotely was looked at. */
const BY_IMAGE = 'vri'

const RECORDS = ['chip', 'seal', 'credential'] as const

const DOCUMENT_WORDS: Record<DocumentType, string> = {
  PASSPORT: 'passport',
  IDENTITY_CARD: 'idcard',
  DRIVER_LICENSE: 'driving_permit',
  RESIDENCE_PERMIT: 'residence_permit',
  VISA: 'visa',
  OTHER: 'other',
}

/** `evidence` of `verified_claims`: the document, and an electronic record for each of chip, signed barcode and credential. */
export function evidenceOf(session: Session, claims: Claims): Record<string, unknown>[] {
  const { document, decision, completedAt } = session
  const factors = decision?.factors ?? []
  const time = completedAt?.toISOString()
  const checksOf = (belongs: (name: string) => boolean) =>
    factors
      .filter(({ name, level }) => belongs(name) && level !== 'UNAVAILABLE')
      .map(({ name, level }) => ({
        check_method: METHODS[name] ?? BY_IMAGE,
        check_id: name,
        limen_verdict: level,
        ...(time && { time }),
      }))
  const isOfRecord = (name: string) => RECORDS.some((record) => name.startsWith(record))
  const front = document?.pages[0]
  const issuedOn = visualField(document, 'date_of_issue')?.date
  const ofDocument = front && {
    type: 'document',
    check_details: checksOf((name) => !isOfRecord(name)),
    document_details: {
      type: DOCUMENT_WORDS[front.type],
      ...(claims.document_number && { document_number: claims.document_number }),
      ...(issuedOn && { date_of_issuance: issuedOn }),
      ...(claims.date_of_expiry && { date_of_expiry: claims.date_of_expiry }),
      ...(claims.issuing_country && { issuer: { country: claims.issuing_country } }),
    },
  }
  const ofRecords = RECORDS.flatMap((record) => {
    const reading = session[record]
    if (!reading) return []
    return [
      {
        type: 'electronic_record',
        check_details: checksOf((name) => name.startsWith(record)),
        record: { type: record, limen_verdict: reading.verdict },
      },
    ]
  })
  return [...(ofDocument ? [ofDocument] : []), ...ofRecords]
}
