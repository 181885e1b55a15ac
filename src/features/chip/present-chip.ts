import type { VisualFieldName } from '../../formats/document-words.ts'
import type { CaseColumn } from '../../kernel/review/case-column.ts'
import { comparedDiffering, dateOf, nameInMrz, valueIn } from '../../kernel/review/case-sources.ts'
import type { ChipReading } from './chip-reading.ts'
import type { CaseChip } from './contract/case-chip.ts'

export const chipView = ({ signedAt, readAt, ...chip }: ChipReading): CaseChip => ({
  ...chip,
  signedUtc: signedAt,
  readUtc: readAt,
})

export const chipColumn: CaseColumn = {
  name: 'chip',
  valueOf: ({ chip }, field) => valueIn(textOf(chip, field), dateOf(field, chip?.mrz)),
  differing(session) {
    const differs = comparedDiffering(session, 'chipCrossCheck')
    // The comparison of MRZ and barcode with the chip names a field as the MRZ does.
    return (field) => differs.has(field) || differs.has(nameInMrz(field) ?? '')
  },
}

/** The value of a field in DG1, or in DG11 and DG12 if the MRZ has no place for it. */
function textOf(chip: ChipReading | undefined, field: VisualFieldName): string | undefined {
  if (!chip) return undefined
  const inMrz = nameInMrz(field)
  if (inMrz) return chip.mrz.fields[inMrz]
  const details: Partial<Record<VisualFieldName, string | undefined>> = {
    place_of_birth: chip.holder?.placeOfBirth,
    address: chip.holder?.address,
    authority: chip.document?.issuingAuthority,
    date_of_issue: chip.document?.dateOfIssue,
  }
  return details[field]
}
