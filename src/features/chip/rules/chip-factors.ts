import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { comparable } from '../../../formats/text/compare.ts'
import { comparison, contradictsInField, crossCheck } from '../../../kernel/decision/factors/cross-check.ts'
import {
  type CrossCheckField,
  type Factor,
  type FactorsByName,
  inWords,
  scored,
  type Used,
} from '../../../kernel/decision/factors/factor.ts'
import { mrzCounterparts } from '../../../kernel/decision/factors/mrz-counterparts.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import { barcodeOf, mrzOf } from '../../../kernel/evidence/document/view.ts'
import { hasOwnKey, isOfOtherCountry } from '../chip-reading.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof chipFactors> {}
}

/** The score of an altered or copied chip. */
export const ALTERED_SCORE = 0

/**
 * Did a trusted state sign what the chip holds, and did the chip prove that it is not a copy? Asked only if a chip was
 * read.
 */
export const chipAuthenticity = {
  name: 'chipAuthenticity',
  place: 190,
  question: 'Did a trusted state sign what the chip holds, and is it not a copy?',
  agreement: 'the chip is genuine',
  // Fixed values, not measured: 100, 70, 60 and 0 are what signatures can prove, and the limits lie between them.
  defaultRule: { ...cautious, high: 90, medium: 50, weight: 3 },
  find({ chip }) {
    if (!chip) return undefined
    const { verdict, activeAuthentication, reasons, country } = chip
    const used: Used = { verdict, activeAuthentication, issuer: country ?? null }
    const why = reasons[0]?.text ?? 'no reason is on record'
    if (verdict === 'ALTERED') return scored(ALTERED_SCORE, `The chip was altered: ${why}.`, used)
    if (activeAuthentication === 'FALSE')
      return scored(ALTERED_SCORE, 'The chip is a copy: it does not hold the key that was signed for it.', used)
    if (verdict !== 'TRUSTED')
      return scored(60, `What the chip holds is signed, but not by a trusted state: ${why}.`, used)
    if (isOfOtherCountry(chip))
      return scored(60, 'A trusted state signed what the chip holds, but the document claims to be from another.', used)
    if (activeAuthentication === 'GENUINE')
      return scored(100, 'A trusted state signed what the chip holds, and the chip showed that it is not a copy.', used)
    return hasOwnKey(chip)
      ? scored(
          70,
          'A trusted state signed what the chip holds; the chip was not asked to show that it is not a copy.',
          used,
        )
      : scored(
          100,
          chip.signedGroups.includes(14)
            ? 'A trusted state signed what the chip holds; whether the chip is a copy was not checked.'
            : 'A trusted state signed what the chip holds; it has no key to show that it is not a copy.',
          used,
        )
  },
} as const satisfies Factor

/** Does the document agree with its chip? Asked only if both were read. */
const chipCrossCheck = {
  name: 'chipCrossCheck',
  place: 200,
  question: 'Does the document agree with its chip?',
  agreement: 'document and chip',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  against: contradictsInField,
  find({ chip, document }) {
    if (!chip || !document?.pages.length) return undefined
    const others = [mrzOf(document), barcodeOf(document)].flatMap((source) => (source ? [source.fields] : []))
    const fields = others.flatMap((source) => compareFields(source, chip.mrz))
    const differing = fields.filter(({ distance }) => distance > 0)
    const names = [...new Set(differing.map(({ inputFieldName }) => inputFieldName))]
    if (differing.length > 0) {
      // One different value may be a reading error; two mean that document and chip do not belong together.
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
    return scored(100, 'The MRZ or barcode of the document agrees with the chip.', { compared: fields.length }, fields)
  },
} as const satisfies Factor

/** Below HIGH and above LOW of a comparison, so that a reviewer decides. */
const ONE_DIFFERS = 60
const LEAST_COMPARED = 2

const COMPARED = ['document_number', 'date_of_birth', 'date_of_expiry', 'primary_identifier'] as const

function compareFields(source: Partial<Record<string, string>>, { fields }: MrzReading): CrossCheckField[] {
  return COMPARED.flatMap((name) => {
    const [ours, chips] = [source[name], fields[name]]
    // A barcode writes dates with the century.
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

export const chipFactors = [chipAuthenticity, chipCrossCheck] as const satisfies Factor[]
