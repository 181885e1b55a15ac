import type { BarcodeReading } from '../../../formats/aamva/barcode-reading.ts'
import {
  type Counterpart,
  comparison,
  contradictsInField,
  crossCheck,
  wholeName,
} from '../../../kernel/decision/factors/cross-check.ts'
import { type Factor, isList, unavailable, unknown } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { barcodeOf, carries } from '../../../kernel/evidence/document/view.ts'

/** Does the visual zone agree with the barcode? */
export const barcodeOcrCrossCheck = {
  name: 'barcodeOcrCrossCheck',
  place: 50,
  question: 'Does the visual zone agree with the barcode?',
  agreement: 'print and barcode',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  against: contradictsInField,
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const barcode = barcodeOf(evidence.document)
    if (!barcode || Object.keys(barcode.fields).length === 0) {
      return carries(pages, 'barcode')
        ? unknown('The barcode of this document could not be read.')
        : unavailable('document', 'This document has no barcode with data of its holder.')
    }

    return crossCheck(evidence.document, 'barcode', barcodeCounterparts(barcode))
  },
} as const satisfies Factor

/** The values of a barcode, each with the printed field that should state the same. */
export const barcodeCounterparts = ({ fields, dateOfBirth, dateOfExpiry }: BarcodeReading): Counterpart[] => [
  { field: 'surname', and: 'second_surname', kind: 'name', values: [fields.primary_identifier] },
  { field: 'given_name', and: 'middle_name', kind: 'name', values: [fields.secondary_identifier] },
  { field: 'surname_and_given_names', kind: 'name', values: [wholeName(fields)] },
  { field: 'document_number', kind: 'number', values: [fields.document_number] },
  { field: 'date_of_birth', kind: 'date', values: [dateOfBirth] },
  { field: 'date_of_expiry', kind: 'date', values: [dateOfExpiry] },
  { field: 'sex', kind: 'sex', values: [fields.sex] },
]
