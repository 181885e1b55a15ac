import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { distance } from '../../../formats/text/compare.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { fold, foldOnce } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Span } from './candidate.ts'
import type { Chosen } from './choose.ts'
import type { PageRoles } from './roles/say-roles.ts'

/** The same limit as for a name in one of two scripts: below what is used against a person. */
export const PARTIAL = 70

/** Values in words that nothing else on the page repeats. */
const IN_WORDS: readonly VisualFieldName[] = [
  'authority',
  'given_name',
  'nationality',
  'place_of_birth',
  'place_of_issue',
  'surname',
]

interface Page {
  spans: readonly Span[]
  /** The lines that values were taken from. */
  taken: ReadonlySet<number>
  roles?: PageRoles | undefined
  mrz?: MrzReading | undefined
  countries: Catalogue['countries']
}

/**
 * Whether a value is perhaps only a part of what is printed, however well its letters were read: it begins or ends with
 * a mark, its scripts run together, it is the beginning of a country's name, or a line goes on below it.
 */
export function isPartial(chosen: Pick<Chosen, 'name' | 'value' | 'from' | 'by'>, page: Page): boolean {
  const { name, value } = chosen
  if (!IN_WORDS.includes(name) || isConfirmed(chosen, page.mrz)) return false
  return (
    LOOSE.test(value) ||
    RUN_TOGETHER.test(value) ||
    (name === 'nationality' && isCutName(value, page)) ||
    goesOn(chosen, page)
  )
}

/** The check digits of an MRZ do not protect names, but two zones do not lose the same letters. */
export function isConfirmed({ name, value }: Pick<Chosen, 'name' | 'value'>, mrz: MrzReading | undefined): boolean {
  const said = nameInMrz(name, mrz)
  return said !== undefined && distance(value, said, { kind: 'name' }) === 0
}

/**
 * Whether the letters of a sex in two languages stand further apart than in any print without spaces that was measured
 * (at most 0.41 line heights): the reader may have lost the spaces, or a letter.
 */
export function isSpread(
  { name, value }: Pick<Chosen, 'name' | 'value'>,
  { text, places, box }: Pick<TextLine, 'text' | 'places' | 'box'>,
): boolean {
  const at = text.indexOf(value)
  if (name !== 'sex' || !TWO_LETTERS.test(value) || !places || at < 0) return false
  const [slash = 0, letter = 0] = [places[at + 1], places[at + 2]]
  return ((letter - slash) * box.width) / box.height > SPREAD
}

const TWO_LETTERS = /^\p{Script=Latin}[/-]\p{Script=Latin}$/u
const SPREAD = 0.47

/** Whether the MRZ of the page spells a name in Latin letters in another way: one of the two was misread, or altered. */
export function differsFromMrz({ name, value }: Pick<Chosen, 'name' | 'value'>, mrz: MrzReading | undefined): boolean {
  const said = nameInMrz(name, mrz)
  if (!said || !isLatin(value)) return false
  return distance(value, said, { kind: 'name', truncated: true }) > 0
}

function nameInMrz(name: VisualFieldName, mrz: MrzReading | undefined): string | undefined {
  if (name === 'surname') return mrz?.fields.primary_identifier
  return name === 'given_name' ? mrz?.fields.secondary_identifier : undefined
}

/** A full stop at the end belongs to an abbreviation. */
const LOOSE = /^[^\p{L}\p{N}('"«]|[,;:/(&-]$/u
const RUN_TOGETHER =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}](?=\p{Script=Latin})|\p{Script=Latin}(?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}])/u

export const isCutName = (value: string, { countries }: Pick<Page, 'countries'>): boolean => {
  const read = fold(value)
  return (
    read.length > SHORT &&
    countries.some(({ names }) => names.some((name) => foldOnce(name) !== read && foldOnce(name).startsWith(read))) &&
    !countries.some(({ names }) => names.some((name) => foldOnce(name) === read))
  )
}

/** AUSTRIA is the beginning of AUSTRIAN. */
const SHORT = 12

/** In line heights. */
const LINE_APART = 1.7
const COLUMN = 0.5
const AS_HIGH = 1.25
/** Above this, the net knows what the line below is. */
const KNOWN = 0.5

const goesOn = (chosen: Pick<Chosen, 'from' | 'by'>, page: Page): boolean => continuationOf(chosen, page) !== undefined

/** The line below a value that is perhaps the rest of it. */
export function continuationOf(
  { from, by }: Pick<Chosen, 'from' | 'by'>,
  { spans, taken, roles }: Pick<Page, 'spans' | 'taken' | 'roles'>,
): Span | undefined {
  const own = spans.find(({ line }) => line === from.line)
  // The catalogue and a number say where a value ends.
  if (!own || !roles || !(by === 'label' || by === 'place' || by === 'mrz')) return undefined
  return spans.find((next) => {
    if (taken.has(next.line) || !/\p{L}{2}/u.test(next.text) || !isNextLine(own, next)) return false
    if (isLatin(own.text) !== isLatin(next.text)) return false
    const said = [...roles.rolesOf(next.line, next.start, next.start + next.text.length)]
    return !said.some(([role, sure]) => sure > KNOWN && OTHER.test(role))
  })
}

/** The same in another script is not its continuation. */
const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/** A label, a title, or a value of its own kind ends the value above it. */
const OTHER = /^(?:label |title$|issuer$|zone$)/

/** Whether a line is directly below another one, in the same column and of the same size. */
export const isNextLine = ({ box }: Span, { box: next }: Span): boolean =>
  next.y > box.y + 0.5 * box.height &&
  next.y - box.y < LINE_APART * box.height &&
  Math.abs(next.x - box.x) < COLUMN * box.height &&
  Math.max(next.height / box.height, box.height / next.height) < AS_HIGH
