import { comparison, contradictsInField, crossCheck } from '../../../kernel/decision/factors/cross-check.ts'
import { type Factor, isList, lackOfMrz } from '../../../kernel/decision/factors/factor.ts'
import { mrzCounterparts } from '../../../kernel/decision/factors/mrz-counterparts.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { mrzOf } from '../../../kernel/evidence/document/view.ts'

/** Does the visual zone agree with the MRZ? */
export const mrzOcrCrossCheck = {
  name: 'mrzOcrCrossCheck',
  place: 40,
  question: 'Does the visual zone agree with the MRZ?',
  agreement: 'print and MRZ',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  against: contradictsInField,
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const mrz = mrzOf(evidence.document)
    return mrz ? crossCheck(evidence.document, 'MRZ', mrzCounterparts(mrz)) : lackOfMrz(pages)
  },
} as const satisfies Factor
