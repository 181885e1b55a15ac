import type { VisualFieldName } from '../../../formats/document-words.ts'
import { type Factor, inWords, isList, scored, type Used } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import { visualFields } from '../../../kernel/evidence/document/view.ts'

/** What every identity document prints; one name of each group is enough. */
const ESSENTIAL: [VisualFieldName, ...VisualFieldName[]][] = [
  ['surname', 'surname_and_given_names', 'given_name'],
  ['date_of_birth'],
  ['document_number', 'personal_number'],
]

/**
 * How confident is the reader of the printed fields? The mean over those read; an essential one that was not read
 * counts as 0.
 */
export const overallOcrFieldsConfidence = {
  name: 'overallOcrFieldsConfidence',
  place: 60,
  question: 'Could the printed fields be read reliably?',
  agreement: 'all printed fields could be read',
  // Documents whose essential fields were not all read score below 75; what was read of them is mostly right. Poor
  // reading is not an accusation: it refers, it does not reject.
  defaultRule: { ...cautious, required: true, high: 75, medium: 40, weight: 1, onLow: 'refer' },
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const fields = visualFields(evidence.document)
    const missing = ESSENTIAL.filter((group) => !fields.some(({ name }) => group.includes(name))).map(([name]) => name)
    const sum = fields.reduce((total, { confidence }) => total + confidence, 0)
    const mean = sum / (fields.length + missing.length)
    const used: Used = {
      fields: fields.length,
      lowest: fields.length ? Math.min(...fields.map(({ confidence }) => confidence)) : null,
      missing: missing.join(', ') || null,
    }

    const notRead = missing.length ? ` Not read: ${missing.map(inWords).join(', ')}.` : ''
    return scored(
      mean,
      `${fields.length} printed fields were read with a mean confidence of ${Math.floor(mean)}.${notRead}`,
      used,
    )
  },
} as const satisfies Factor
