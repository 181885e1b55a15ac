import { comparison, crossCheck } from '../../../domain/decision/factors/cross-check.ts'
import { type CrossCheckField, type Factor, inWords, scored } from '../../../domain/decision/factors/factor.ts'
import { mrzCounterparts } from '../../../domain/decision/factors/mrz-ocr-cross-check.ts'
import type { MrzReading } from '../../../domain/document/document.ts'
import { barcodeOf, mrzOf } from '../../../domain/document/view.ts'
import { comparable } from '../../../domain/text/compare.ts'

/** Does the document say what its chip says? Asked only where both were read. */
export const chipCrossCheck = {
  name: 'chipCrossCheck',
  question: 'Does the document say what its chip says?',
  agreement: 'document and chip',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  find({ chip, document }) {
    if (!chip || !document?.pages.length) return undefined
    const others = [mrzOf(document), barcodeOf(document)].flatMap((source) => (source ? [source.fields] : []))
    const fields = others.flatMap((source) => compareFields(source, chip.mrz))
    const differing = fields.filter(({ distance }) => distance > 0)
    const names = [...new Set(differing.map(({ inputFieldName }) => inputFieldName))]
    if (differing.length > 0) {
      // One value may have been misread; two differ because they are of two documents.
      const score = names.length > 1 ? 0 : ONE_DIFFERS
      return scored(
        score,
        `The chip and the document differ in ${names.map(inWords).join(', ')}.`,
        { differing: names.join(', ') },
        fields,
      )
    }
    const printed = crossCheck(document, 'chip', mrzCounterparts(chip.mrz))
    if (printed.kind !== 'unknown' || fields.length < LEAST_COMPARED) return printed
    return scored(
      100,
      'The MRZ or barcode of the document says what the chip says.',
      { compared: fields.length },
      fields,
    )
  },
} as const satisfies Factor

/** Under the HIGH of a comparison and over its LOW: a person looks. */
const ONE_DIFFERS = 60
const LEAST_COMPARED = 2

const COMPARED = ['document_number', 'date_of_birth', 'date_of_expiry', 'primary_identifier'] as const

function compareFields(source: Partial<Record<string, string>>, { fields }: MrzReading): CrossCheckField[] {
  return COMPARED.flatMap((name) => {
    const [ours, chips] = [source[name], fields[name]]
    // A barcode writes its dates with the century.
    if (!ours || !chips || (name.startsWith('date') && ours.length !== chips.length)) return []
    const same = comparable(ours) === comparable(chips)
    return [
      {
        inputFieldName: name,
        ocrTextValue: ours,
        otherTextValue: chips,
        distance: same ? 0 : 1,
        score: same ? 100 : 0,
      },
    ]
  })
}
