import type { DocumentType, VisualFieldName } from '../../../formats/document-words.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { Box } from '../../picture/box.ts'
import type { Quad } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { type Expected, findValues } from '../../taught/find-values.ts'
import { readText, type TextLine } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'
import { joinDates } from '../print/join-dates.ts'
import type { Print } from '../print/read-print.ts'
import { cutLines, lengthened } from './cut-values.ts'
import type { PlacedLine } from './gather.ts'
import { placesOfMissedValues, readFields } from './read-fields.ts'
import { sayRoles, seenPage } from './roles/say-roles.ts'

interface ReadVisual {
  visual: VisualField[]
  /** Every line that was read for this. */
  lines: readonly TextLine[]
}

/**
 * The visual zone from the lines that were read. If a field is missing that the page should have, also from the lines
 * that were left out, and from places where a label announces a value that was not detected as text.
 */
export async function readVisual(
  { nets, catalogue, today, time }: ReadContext,
  kind: Classification,
  { lines, unread, mrz, face }: Print & { face: Box | undefined },
  document: Sheet,
  /** Places where a taught model has its values. */
  expected: readonly Expected[] = [],
): Promise<ReadVisual> {
  const said = mrz && { box: mrz.box, reading: mrz.decoded.reading }
  const fieldsIn = async (all: readonly TextLine[], placed: readonly PlacedLine[] = []) => {
    const read = placed.length ? all : joinDates(all)
    const roles = await time('line-roles', () => sayRoles(nets, ...seenPage(read, document, today, face, said)))
    const page = { kind, lines: read, size: document, today, mrz: said?.reading, roles, placed }
    return { page, visual: await time('read-fields', () => readFields(catalogue, page)) }
  }
  const linesAt = (quads: readonly Quad[], reader?: string) =>
    time('read-text', () => readText(nets, document, quads, { reader }))

  if (expected.length) {
    const all = [...lines, ...(await linesAt(unread))]
    const taken = findValues(expected, all)
    const readAgain: TextLine[] = []
    for (const { quad, reader } of taken.again) readAgain.push(...(await linesAt([quad], reader)))
    const placed = [...taken.lines, ...taken.again.map(({ name }, i) => ({ name, line: all.length + i }))]
    const looked = [...all, ...readAgain]
    return { visual: (await fieldsIn(looked, placed)).visual, lines: looked }
  }
  let read: TextLine[] = lines
  let found = await fieldsIn(read)
  if (unread.length && !isWhole(kind, found.visual)) {
    read = [...read, ...(await linesAt(unread))]
    found = await fieldsIn(read)
  }
  const places = placesOfMissedValues(catalogue, found.page, found.visual)
  const looked = (await linesAt(places)).filter(({ confidence }) => confidence > MIN_LOOKED)
  const cut = cutLines(found.visual, read, document, catalogue.countries)
  const again = await linesAt(cut.map(({ quad }) => quad))
  const longer = new Map(
    cut.map(({ line }, i) => [line, lengthened(read[line] as TextLine, again[i] as TextLine, catalogue.countries)]),
  )
  if (!looked.length && [...longer.values()].every((line) => !line)) return { visual: found.visual, lines: read }
  read = [...read.map((line, at) => longer.get(at) ?? line), ...looked]
  return { visual: (await fieldsIn(read)).visual, lines: read }
}

/** No line was detected there: in an empty place the reader reads nothing, or something it is unsure of. */
const MIN_LOOKED = 0.9

/** Whether all fields were found: those the catalogue has a place for, otherwise those that identify the holder. */
export function isWhole({ side, type, model }: Classification, visual: readonly VisualField[]): boolean {
  const layout = side === 'FRONT' ? model?.front : model?.back
  const placed = Object.keys(layout?.fields ?? {})
  const usual = [...ESSENTIAL, ...(ALSO[type] ?? [])]
  const wanted = placed.length ? placed : side === 'FRONT' ? usual : []
  return wanted.every((name) => visual.some((field) => field.name === name))
}

const ESSENTIAL: readonly VisualFieldName[] = [
  'surname',
  'given_name',
  'document_number',
  'date_of_birth',
  'date_of_expiry',
  'sex',
]

/** ICAO Doc 9303, parts 4, 5 and 7: additional fields in the visual zone of these documents. */
const ALSO: Partial<Record<DocumentType, readonly VisualFieldName[]>> = {
  PASSPORT: ['nationality', 'date_of_issue', 'place_of_birth', 'authority'],
  VISA: ['nationality', 'date_of_issue', 'authority'],
  IDENTITY_CARD: ['nationality'],
  RESIDENCE_PERMIT: ['nationality'],
}
