import type { VisualFieldName } from '../../formats/document-words.ts'
import { type Counterpart, comparedFields, comparison } from '../../kernel/decision/factors/cross-check.ts'
import { mrzCounterparts } from '../../kernel/decision/factors/mrz-counterparts.ts'
import { isSure } from '../../kernel/evidence/document/view.ts'
import type { PageReading } from '../../vision/document/page-reading.ts'
import { barcodeCounterparts } from './factors/barcode-ocr-cross-check.ts'

/**
 * Does this back belong to another document than this front? Compared are names, numbers and dates that both state, read
 * with certainty, by the scale of the cross checks: one differing character is a misreading, and no contradiction. A card
 * of which one value was changed still agrees in another one; that is for a reviewer. A card of somebody else agrees in
 * nothing, or differs in more than one value.
 */
export function sidesContradict(front: PageReading, back: PageReading): boolean {
  const printed = { pages: [{ ...front, visual: front.visual.filter(isSure) }] }
  const compared = comparedFields(printed, statedOn(back)).filter(({ kind }) => kind !== 'sex' && kind !== 'country')
  const names = (has: (field: (typeof compared)[number]['field']) => boolean) =>
    new Set(compared.filter(({ field }) => has(field)).map(({ field }) => field.inputFieldName))
  const agreeing = names(({ distance }) => distance === 0)
  const differing = [...names(({ score }) => score <= comparison.medium)].filter((name) => !agreeing.has(name))
  return differing.length > 1 || (differing.length === 1 && agreeing.size === 0)
}

/** What the back states in its MRZ, its barcode and its print. */
const statedOn = ({ mrz, barcode, visual }: PageReading): Counterpart[] => [
  ...(mrz && isSure(mrz) ? mrzCounterparts(mrz) : []),
  ...(barcode ? barcodeCounterparts(barcode) : []),
  ...visual.filter(isSure).flatMap(({ name, value, date, confidence }): Counterpart[] => {
    const kind = KINDS[name]
    return kind ? [{ field: name, kind, values: [kind === 'date' ? date : value], confidence }] : []
  }),
]

/** Fields that mean the same on both sides. */
const KINDS: Partial<Record<VisualFieldName, Counterpart['kind']>> = {
  surname: 'name',
  given_name: 'name',
  surname_and_given_names: 'name',
  document_number: 'number',
  personal_number: 'number',
  date_of_birth: 'date',
  date_of_expiry: 'date',
}
