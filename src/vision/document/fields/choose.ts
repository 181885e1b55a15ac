import { fitsNumberFormat } from '../../../formats/document-number-forms.ts'
import { type DocumentType, VISUAL_FIELDS, type VisualFieldName } from '../../../formats/document-words.ts'
import { addsUp, type NumberStatement, readNumber } from '../../../formats/personal-numbers/read-number.ts'
import { fold } from '../../text/fold.ts'
import { type Candidate, isInLatin, scriptOfName } from './candidate.ts'
import { NOT_LEARNT, type PageRoles } from './roles/say-roles.ts'

/** A value that was chosen, and by how much it is better than the alternatives on the page. */
export interface Chosen extends Candidate {
  /** By how much the page's total log odds fall without this value. */
  margin: number
}

/** Chooses one value per field and one field per text: the assignment with the strongest evidence over the page. */
export function choose(candidates: readonly Candidate[], issuer: Issuer, roles?: PageRoles): Chosen[] {
  const weighed = latinFirst(
    merged(candidates.map((candidate) => ({ ...candidate, gain: gainOf(candidate, issuer, roles) }))),
  )
  const names = [...new Set(weighed.map(({ name }) => name))]
  const fields = names.map((name) => optionsOf(weighed.filter((each) => each.name === name)))
  const best = bestOf(fields)
  return best.chosen.map(({ gain: _, ...candidate }, i) => {
    const without = fields.map((options) => options.filter((option) => option !== best.chosen[i]))
    return { ...candidate, margin: best.total - bestOf(without).total }
  })
}

/** The issuer of the document, as far as it is known: some issuers give their numbers a recognisable format. */
interface Issuer {
  country?: string
  region?: string
  type: DocumentType
}

/** The total evidence: the rules, the issuer's check digits, and the net's odds of this field against no field. */
const gainOf = (candidate: Candidate, issuer: Issuer, roles?: PageRoles): number =>
  strengthOf(candidate) +
  byNumberRule(candidate, issuer) +
  byNumberForm(candidate, issuer) +
  (candidate.name === 'date_of_expiry' && candidate.by === 'place' ? expiryByPlace(issuer) : 0) +
  (isInLatin(candidate) ? IN_LATIN : 0) +
  (candidate.name === 'surname_and_given_names' && candidate.by === 'label' ? WHOLE_NAME : 0) -
  (candidate.by === 'place' && isSeldom(candidate, issuer) ? FEW_HAVE_IT : 0) +
  (roles ? oddsOf(candidate, roles) : 0)

/** If a word is the given name on some cards and the whole name on others, two words are the whole name. */
const WHOLE_NAME = 0.3

/** Enough to choose between two scripts of one name, but not between two names. */
const IN_LATIN = 0.6

/**
 * Of ten other numbers, one has correct check digits by chance; about as few have the issuer's order of digits and
 * letters.
 */
const OF_ISSUER = 3
/** Both checks: one in a hundred by chance. */
const SURELY_OF_ISSUER = Math.log(100)

/** More than a label and the net together: a number that surely belongs to one field does not belong to the other. */
const NEVER = -20

function byNumberRule({ name, value }: Candidate, { country, type }: Issuer): number {
  if (!country || (name !== 'personal_number' && name !== 'document_number')) return 0
  const statement = readNumber(country, value)
  if (!statement || !(isRight(statement) || hasOwnForm(statement))) return 0
  const isSure = isRight(statement) && (hasOwnForm(statement) || Boolean(statement.births?.length))
  const own = statement.rule.asDocumentNumber?.includes(type) ? 'document_number' : 'personal_number'
  if (name === own) return isSure ? SURELY_OF_ISSUER : OF_ISSUER
  return isSure ? NEVER : -OF_ISSUER
}

/** Whether a document number has the issuer's format, if letters and digits at fixed positions make it recognisable. */
function byNumberForm({ name, value }: Candidate, { country, type, region }: Issuer): number {
  if (!country || (name !== 'document_number' && name !== 'personal_number') || !isMixed(value)) return 0
  const fits = (number: string) => fitsNumberFormat(country, type, number, region)
  const fitted = fits(asIssued(value, fits))
  if (fitted === undefined || (name === 'personal_number' && !fitted)) return 0
  return fitted && name === 'document_number' ? OF_ISSUER : -OF_ISSUER
}

/** ICAO Doc 9303 parts 4 to 6: every document shows its date of expiry, but not every document its date of issue. */
const EXPIRY = 0.5

/** Nobody knows if a card that nothing names expires at all. */
const expiryByPlace = ({ type }: Issuer): number => (type === 'OTHER' ? -FEW_HAVE_IT : EXPIRY)

const isRight = (statement: NumberStatement): boolean => statement.check === 'valid' && addsUp(statement)

/** Digits only could be any number; with letters at fixed positions it is this one, even with one misread digit. */
const hasOwnForm = ({ number }: NumberStatement): boolean => /\d/.test(number) && /[A-Z]/.test(number)

/** A rule certain of the place outweighs a net that is unsure, but not a net that is confident of another field. */
const STRENGTHS: Record<Candidate['by'], number> = {
  // The document's own print says where the field is: nothing is more reliable.
  model: 9,
  catalogue: 6,
  label: 5,
  number: 5,
  category: 5,
  mrz: 5,
  place: 2,
}

/** A place less certain than this says nothing. */
const LEAST_PLACE = 0.3

const strengthOf = ({ by, place }: Candidate): number =>
  STRENGTHS[by] * Math.max(0, (place - LEAST_PLACE) / (1 - LEAST_PLACE))

/** The net has been wrong when it was confident: one time in a hundred. */
const FLOOR = 0.01

/** A value that the net assigns to no field of ours may have a label that it does not know: that counts little. */
const KNOWN_BESIDE = 0.8

function oddsOf({ name, from, value, by, place, labelByNet }: Candidate, roles: PageRoles): number {
  const said = roles.rolesOf(from.line, from.start, from.end)
  if (!said.size) return 0
  let none = 1 - KNOWN_BESIDE * (said.get('other_value') ?? 0)
  for (const field of VISUAL_FIELDS) none -= said.get(field) ?? 0
  const isLabelled = by === 'label' && labelByNet === undefined && place > NEXT_TO_LABEL
  const floor = NOT_LEARNT.test(value) ? OTHER_FLOOR : isLabelled ? LABELLED_FLOOR : FLOOR
  return Math.log(Math.max(said.get(name) ?? 0, floor)) - Math.log(Math.max(none, floor))
}

/**
 * Next to a label that was read without errors, the net's doubt counts less: it does not know every layout, and takes
 * `Kecamatan` for a nationality where `Kewarganegaraan : WNI` says which one it is.
 */
const LABELLED_FLOOR = 0.1
const NEXT_TO_LABEL = 0.9

/** Of 78 values on drawn cards in Arabic, 38 are right at 0.1 and at 0.2, 32 at 0.01. */
const OTHER_FLOOR = 0.2

/**
 * A value in words that is printed in Latin letters and in a script that the net has not learnt: the net counts against
 * the Latin one only, so the other one never outweighs it if both have a label.
 */
function latinFirst(weighed: readonly Weighed[]): Weighed[] {
  const isLatin = ({ value }: Weighed) => /\p{Script=Latin}/u.test(value) && !NOT_LEARNT.test(value)
  return weighed.map((each) => {
    if (each.by !== 'label' || !NOT_LEARNT.test(each.value) || !/\p{L}/u.test(each.value)) return each
    const latin = weighed.filter((other) => other.name === each.name && other.by === 'label' && isLatin(other))
    const best = Math.max(...latin.map(({ gain }) => gain))
    return best > 0 ? { ...each, gain: Math.min(each.gain, best - IN_LATIN) } : each
  })
}

/** Merges the same value found on several grounds: the strongest evidence, and half of what the next one adds. */
function merged(candidates: readonly Weighed[]): Weighed[] {
  const groups = Map.groupBy(
    candidates,
    ({ name, from, value }) => `${name} ${from.line} ${from.start} ${from.end} ${value}`,
  )
  return [...groups.values()].map((group) => {
    const [first, second] = group.toSorted((a, b) => strengthOf(b) - strengthOf(a)) as [Weighed, Weighed?]
    return { ...first, gain: first.gain + (second ? strengthOf(second) / 2 : 0) }
  })
}

/** For each field, the few best candidates. */
const optionsOf = (candidates: readonly Weighed[]): Weighed[] =>
  candidates
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, MOST_OPTIONS)

const MOST_OPTIONS = 5

/** Fields that few documents have: choosing them takes more than a plausible place. */
const SELDOM: readonly VisualFieldName[] = [
  'fathers_name',
  'mothers_name',
  'middle_name',
  'second_surname',
  'issuing_state_name',
  'place_of_issue',
  'first_issue_date',
]
/** ICAO Doc 9303 part 4 has no address on the data page, and few states add one. */
const isSeldom = ({ name }: Candidate, { type }: Issuer): boolean =>
  SELDOM.includes(name) || (name === 'address' && type === 'PASSPORT')

/** Odds of twelve to one. */
const FEW_HAVE_IT = 2.5

/** A candidate with all the evidence for it, in log odds. */
interface Weighed extends Candidate {
  gain: number
}

interface Choice {
  chosen: Weighed[]
  total: number
}

/** Chooses at most one option per field, none from the same text, with the highest total evidence. */
function bestOf(fields: readonly (readonly Weighed[])[]): Choice {
  const open = fields.filter((options) => options.length).toSorted((a, b) => topOf(b) - topOf(a))
  // The most that the remaining fields could add.
  const rest = open.map((_, i) => open.slice(i).reduce((sum, options) => sum + topOf(options), 0))
  let best: Choice = { chosen: [], total: 0 }
  let steps = 0
  const go = (at: number, chosen: Weighed[], total: number): void => {
    if (total > best.total) best = { chosen, total }
    if (at === open.length || total + (rest[at] ?? 0) <= best.total || steps++ > MOST_STEPS) return
    for (const option of open[at] ?? []) {
      if (chosen.some((other) => overlaps(option, other))) continue
      go(at + 1, [...chosen, option], total + option.gain - costOf(option, chosen))
    }
    go(at + 1, chosen, total)
  }
  go(0, [], 0)
  return best
}

/**
 * The limit of search steps. The strongest options come first, so that the result is good even if a page has too many.
 */
const MOST_STEPS = 5000

const topOf = (options: readonly Weighed[]): number => options[0]?.gain ?? 0

const overlaps = ({ from: a }: Weighed, { from: b }: Weighed): boolean =>
  a.line === b.line && a.start < b.end && b.start < a.end

/** More than is gained by one name in Latin if the other was read only in the document's own script. */
const TWO_SCRIPTS = 1
/** The penalty for dates in an impossible order: more than the net's odds, less than two grounds. */
const CONTRADICTION = 4
/** The penalty for one text in two fields, whatever the evidence. */
const TWICE = 20

function costOf(option: Weighed, chosen: readonly Weighed[]): number {
  const script = scriptOfName(option)
  const mixed = chosen.some((other) => {
    const otherScript = scriptOfName(other)
    return script !== undefined && otherScript !== undefined && otherScript !== script
  })
  const against = chosen.filter((other) => isOutOfOrder(option, other) || isOutOfOrder(other, option))
  const twice = chosen.filter((other) => isTwice(option, other))
  return CONTRADICTION * against.length + TWICE * twice.length + (mixed ? TWO_SCRIPTS : 0)
}

/** A holder is born before a document is issued, and the document is issued before it expires. */
const TIME = ['date_of_birth', 'first_issue_date', 'date_of_issue', 'date_of_expiry']

export function isOutOfOrder(
  earlier: Pick<Candidate, 'name' | 'date'>,
  later: Pick<Candidate, 'name' | 'date'>,
): boolean {
  const [first, second] = [TIME.indexOf(earlier.name), TIME.indexOf(later.name)]
  if (first < 0 || second <= first || !earlier.date || !later.date) return false
  return earlier.name === 'first_issue_date' ? earlier.date > later.date : earlier.date >= later.date
}

const NUMBERS: readonly string[] = ['document_number', 'personal_number']
/** A surname can also be a given name of its holder. A name in another script is not another name. */
const FURTHER_NAMES: readonly string[] = ['middle_name', 'fathers_name', 'mothers_name']

/** Surname and given names are either in one line or each in its own, so these fields exclude each other. */
const isWholeAndPart = (whole: string, part: string): boolean =>
  whole === 'surname_and_given_names' && (part === 'surname' || part === 'given_name')

/** Whether a number or a name is printed a second time. */
function isTwice(a: Weighed, b: Weighed): boolean {
  if (NUMBERS.includes(a.name) && NUMBERS.includes(b.name)) return fold(a.value) === fold(b.value)
  if (isWholeAndPart(a.name, b.name) || isWholeAndPart(b.name, a.name)) return true
  const [further, given] = a.name === 'given_name' ? [b, a] : [a, b]
  if (!FURTHER_NAMES.includes(further.name) || given.name !== 'given_name') return false
  const [one, other] = [fold(further.value), fold(given.value)]
  return one.includes(other) || other.includes(one)
}

/**
 * Replaces a digit where only a letter can be by the letter that looks like it, and the other way round; otherwise
 * keeps what was read.
 */
export function asBuilt(value: string, pattern: string): string {
  if (value.length !== pattern.length) return value
  const built = [...value].map((sign, i) => {
    if (pattern[i] === 'A') return LETTERS[sign] ?? sign
    return pattern[i] === '9' ? (DIGITS[sign] ?? sign) : sign
  })
  const fits = built.every((sign, i) => (pattern[i] === 'A' ? /\p{Lu}/u : pattern[i] === '9' ? /\d/ : /./).test(sign))
  return fits ? built.join('') : value
}

/**
 * If the issuer's document numbers have another format: the only valid number that differs in one letter that looks
 * like a digit, or the other way round.
 */
export function asIssued(value: string, fits: (number: string) => boolean | undefined): string {
  const small = inCapitals(value).filter((number) => fits(number))
  if (small.length === 1) return small[0] ?? value
  if (fits(value) !== false) return value
  const core = withoutStray(value)
  if (core) {
    const number = asIssued(core, fits)
    if (fits(number)) return number
  }
  const signs = [...value]
  const swapped = signs.flatMap((sign, i) => {
    const other = LETTERS[sign] ?? DIGITS[sign]
    return other ? [signs.with(i, other).join('')] : []
  })
  const fitting = swapped.filter((number) => fits(number))
  return fitting.length === 1 ? (fitting[0] ?? value) : value
}

/** No issuer prints its numbers in small letters: an l is a capital I or a 1. */
const inCapitals = (number: string): string[] =>
  /^[A-Z0-9]*l[A-Z0-9]*$/.test(number) ? ['I', '1'].map((sign) => number.replace('l', sign)) : []

/** One character apart from a number is a part of the pattern or of an emblem next to it. */
function withoutStray(value: string): string | undefined {
  const [first = '', second = '', ...more] = value.split(' ')
  if (more.length) return undefined
  if (first.length === 1 && second.length >= SHORTEST) return second
  return second.length === 1 && first.length >= SHORTEST ? first : undefined
}

const SHORTEST = 6

/** Whether a number mixes letters and digits: at fixed positions they make a format; digits could be any number. */
export const isMixed = (number: string): boolean => /\d/.test(number) && /[A-Z]/.test(number)

const LETTERS: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' }
export const DIGITS: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' }
