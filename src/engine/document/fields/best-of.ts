import { fold } from '../../text/fold.ts'
import type { Candidate } from './candidate.ts'
import { scriptOfName } from './names.ts'

/** A candidate with all that supports it, in the logarithm of odds. */
export interface Weighed extends Candidate {
  gain: number
}

interface Choice {
  chosen: Weighed[]
  total: number
}

/** At most one of each field's options, none of the same text, so that together most supports them. */
export function bestOf(fields: readonly (readonly Weighed[])[]): Choice {
  const open = fields.filter((options) => options.length).toSorted((a, b) => topOf(b) - topOf(a))
  // What the fields from here on could add at most.
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

/** The surest options come first, so that what is found by then is good even where a page has too many. */
const MOST_STEPS = 5000

const topOf = (options: readonly Weighed[]): number => options[0]?.gain ?? 0

const overlaps = ({ from: a }: Weighed, { from: b }: Weighed): boolean =>
  a.line === b.line && a.start < b.end && b.start < a.end

/** More than is gained by one name in Latin where the other was read in the document's own script alone. */
const TWO_SCRIPTS = 1
/** Against every order of time: more than the net's odds alone, less than two grounds. */
const CONTRADICTION = 4
/** One text in two fields, whatever supports it. */
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

/** A holder is born before a document is issued, and it is issued before it expires. */
const TIME = ['date_of_birth', 'first_issue_date', 'date_of_issue', 'date_of_expiry']

function isOutOfOrder(earlier: Weighed, later: Weighed): boolean {
  const [first, second] = [TIME.indexOf(earlier.name), TIME.indexOf(later.name)]
  if (first < 0 || second <= first || !earlier.date || !later.date) return false
  return earlier.name === 'first_issue_date' ? earlier.date > later.date : earlier.date >= later.date
}

const NUMBERS: readonly string[] = ['document_number', 'personal_number']
/** A surname may well be a given name of its holder; a name in another script is no other name. */
const FURTHER_NAMES: readonly string[] = ['middle_name', 'fathers_name', 'mothers_name']

/** Surname and given names stand in one line, or each in its own. */
const isWholeAndPart = (whole: string, part: string): boolean =>
  whole === 'surname_and_given_names' && (part === 'surname' || part === 'given_name')

/** One number, or one name, printed a second time. */
function isTwice(a: Weighed, b: Weighed): boolean {
  if (NUMBERS.includes(a.name) && NUMBERS.includes(b.name)) return fold(a.value) === fold(b.value)
  if (isWholeAndPart(a.name, b.name) || isWholeAndPart(b.name, a.name)) return true
  const [further, given] = a.name === 'given_name' ? [b, a] : [a, b]
  if (!FURTHER_NAMES.includes(further.name) || given.name !== 'given_name') return false
  const [one, other] = [fold(further.value), fold(given.value)]
  return one.includes(other) || other.includes(one)
}
