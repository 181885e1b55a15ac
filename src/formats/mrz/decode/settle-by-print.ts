import type { VisualFieldName } from '../../document-words.ts'
import type { VisualField } from '../../visual-field.ts'
import { type MrzFormat, slotOf } from '../formats.ts'
import { joinNames, mrzText } from '../parse-mrz.ts'
import type { PrintedTexts } from './align-cells.ts'
import type { MrzCell } from './cells.ts'
import { type DecodedMrz, decodeMrz } from './decode-mrz.ts'

/** A printed value with less confidence settles nothing: contradictions require the same (kernel/evidence/document/view.ts). */
const MIN_PRINTED = 90

/**
 * Decodes the MRZ again with the help of the printed values on the same page. Check digits do not detect a 0 that is
 * lost before a filler, and names have none: a cell that the reader left open takes the printed character. A field
 * follows the print only if all of it then agrees; a field that differs in a clearly read cell keeps its reading.
 */
export function settleByPrint(
  decoded: DecodedMrz,
  cells: readonly (readonly MrzCell[])[],
  visual: readonly VisualField[],
  today: string,
): DecodedMrz {
  let printed = printedTexts(decoded.format, visual)
  while (Object.keys(printed).length > 0) {
    const settled = decodeMrz(cells, today, printed)
    if (!settled.ok || settled.value.format !== decoded.format) return decoded
    const { slots } = settled.value
    const agreeing = Object.entries(printed).filter(([name, text]) => isAs(slots[name as keyof typeof slots], text))
    if (agreeing.length === Object.keys(printed).length) return settled.value
    printed = Object.fromEntries(agreeing)
  }
  return decoded
}

const isAs = (read: string | undefined, printed: string): boolean =>
  Array.from(printed).every((character, index) => character === '?' || character === read?.[index])

/** The slots that the visual zone also shows. */
function printedTexts(format: MrzFormat, visual: readonly VisualField[]): PrintedTexts {
  const sure = (name: VisualFieldName) =>
    visual.find((field) => field.name === name && field.confidence >= MIN_PRINTED)?.value
  const inMrz = (...names: [VisualFieldName, VisualFieldName]) => {
    const [first, second] = names.map(sure)
    const text = first && mrzText(second ? `${first} ${second}` : first)
    return text && /^[A-Z0-9<]+$/.test(text) ? text : undefined
  }
  const width = (name: keyof PrintedTexts) => {
    const slot = slotOf(format, name)
    return slot ? slot.end - slot.start : 0
  }
  const texts: PrintedTexts = {}
  const number = sure('document_number')?.replace(/[^A-Z0-9]/g, '')
  if (number && number.length <= width('document_number'))
    texts.document_number = number.padEnd(width('document_number'), '<')
  const primary = inMrz('surname', 'second_surname')
  const secondary = inMrz('given_name', 'middle_name')
  if (primary && width('names')) {
    texts.names = secondary
      ? joinNames({ primary, secondary }, width('names'))
      : `${primary}<<`.slice(0, width('names')).padEnd(width('names'), '?')
  }
  if (primary && width('primary_identifier'))
    texts.primary_identifier = primary.slice(0, width('primary_identifier')).padEnd(width('primary_identifier'), '<')
  if (secondary && width('secondary_identifier'))
    texts.secondary_identifier = secondary
      .slice(0, width('secondary_identifier'))
      .padEnd(width('secondary_identifier'), '<')
  return texts
}
