import type { VisualFieldName } from '../../formats/document-words.ts'
import type { CaseColumn } from '../../kernel/review/case-column.ts'
import { valueIn } from '../../kernel/review/case-sources.ts'
import type { CaseSeal } from './contract/case-seal.ts'
import type { SealFields, SealReading } from './seal-reading.ts'

export const sealView = ({ signer, authority, readAt, ...seal }: SealReading): CaseSeal => ({
  ...seal,
  signer: signer?.subject,
  authority: authority?.subject,
  readUtc: readAt,
})

/** Their names in a signed barcode, and in its comparison with the document. */
const IN_SEAL: Partial<Record<VisualFieldName, { field: keyof SealFields; compared?: string }>> = {
  surname: { field: 'surname', compared: 'surname' },
  given_name: { field: 'givenNames', compared: 'given names' },
  surname_and_given_names: { field: 'fullName', compared: 'name' },
  document_number: { field: 'documentNumber', compared: 'document number' },
  date_of_birth: { field: 'dateOfBirth', compared: 'date of birth' },
  personal_number: { field: 'personalNumber' },
  nationality: { field: 'nationality' },
  issuing_state_code: { field: 'issuingState' },
  date_of_expiry: { field: 'dateOfExpiry' },
  sex: { field: 'sex' },
}

export const sealColumn: CaseColumn = {
  name: 'seal',
  valueOf({ seal }, field) {
    const inSeal = IN_SEAL[field]
    return valueIn(inSeal && seal?.fields[inSeal.field])
  },
  differing({ decision }) {
    const compared = decision?.factors.find(({ name }) => name === 'sealCrossCheck')?.used?.differing
    const differs = new Set(String(compared ?? '').split(', '))
    return (field) => differs.has(IN_SEAL[field]?.compared ?? '-')
  },
}
