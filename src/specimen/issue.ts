import type { DocumentType, VisualFieldName } from '../domain/vocabulary.ts'
import { dayBefore, fictionalPerson, fillPattern, type Person, yearsAfter } from './person.ts'
import { type Random, random } from './random.ts'
import { printedDate, type State, stateOf } from './states.ts'
import type { Fault, Kind } from './truth.ts'

/** Everything a document says, before it is laid out. */
export interface Issue {
  kind: Kind
  type: DocumentType
  state: State
  person: Person
  number: string
  /** Differs from the number when the visual zone is deliberately wrong. */
  printedNumber: string
  printedDateOfBirth: string
  dateOfIssue: string
  dateOfExpiry: string
  placeOfBirth: string
  address: readonly [string, string]
  personalNumber?: string
  faults: Fault[]
  altered?: { name: VisualFieldName; printed: string; genuine: string }
  random: Random
}

export interface IssueOptions {
  kind: Kind
  country: string
  seed: number | string
  faults: Fault[]
  /** ISO date on which the document is shown. */
  today: string
  person?: Person
  sex?: 'M' | 'F'
}

/** Decides what the document says: the same options give the same document. */
export function issueDocument(options: IssueOptions): Issue {
  const { kind, seed, faults, today } = options
  const state = stateOf(options.country)
  const source = random(`${kind}/${options.country}/${seed}`)
  const person = options.person ?? fictionalPerson(seed, state.language, today, options.sex)
  const years = validity(kind)
  const dateOfIssue = faults.includes('expired')
    ? dayBefore(today, Math.round(years * 365.25) + source.whole(30, 900))
    : dayBefore(today, source.whole(20, Math.round(years * 365 * 0.7)))
  const number = fillPattern(numberPattern(kind, state), source)
  const genuine = printedDate(person.dateOfBirth, state.dates)
  const altered = faults.includes('visual-digit') ? alter(number, person.dateOfBirth, state, source) : undefined
  return {
    kind,
    type: documentType(kind),
    state,
    person,
    number,
    printedNumber: altered?.name === 'document_number' ? altered.printed : number,
    printedDateOfBirth: altered?.name === 'date_of_birth' ? altered.printed : genuine,
    dateOfIssue,
    dateOfExpiry: dayBefore(yearsAfter(dateOfIssue, years), 1),
    placeOfBirth: source.pick(state.places),
    address: [`${source.whole(1, 98)} FICTION STREET`, source.pick(state.places)],
    ...(state.personalNumber ? { personalNumber: fillPattern(state.personalNumber, source) } : {}),
    faults,
    ...(altered ? { altered } : {}),
    random: source,
  }
}

/** Years for which each kind is issued. */
function validity(kind: Kind): number {
  if (kind === 'mrva' || kind === 'mrvb') return 2
  return kind === 'us-licence' ? 8 : 10
}

function documentType(kind: Kind): DocumentType {
  if (kind === 'td3') return 'PASSPORT'
  if (kind === 'mrva' || kind === 'mrvb') return 'VISA'
  return kind === 'td1' || kind === 'td2' ? 'IDENTITY_CARD' : 'DRIVER_LICENSE'
}

function numberPattern(kind: Kind, { numbers }: State): string {
  const type = documentType(kind)
  if (type === 'DRIVER_LICENSE') return numbers.licence
  return type === 'IDENTITY_CARD' ? numbers.card : numbers.passport
}

/** One digit of the number or of the birth date, changed where it stays believable. */
function alter(number: string, dateOfBirth: string, state: State, source: Random): NonNullable<Issue['altered']> {
  if (source.next() < 0.5) {
    const places = [...number.matchAll(/\d/g)].map(({ index }) => index)
    const at = source.pick(places)
    const digit = (Number(number[at]) + source.whole(1, 9)) % 10
    return {
      name: 'document_number',
      printed: `${number.slice(0, at)}${digit}${number.slice(at + 1)}`,
      genuine: number,
    }
  }
  const year = Number(dateOfBirth.slice(0, 4))
  const other = year % 10 === 0 ? year + source.whole(1, 9) : year - source.whole(1, year % 10)
  const moved = `${other}-${dateOfBirth.slice(5, 7)}-${dateOfBirth.slice(8) === '29' ? '28' : dateOfBirth.slice(8)}`
  return {
    name: 'date_of_birth',
    printed: printedDate(moved, state.dates),
    genuine: printedDate(dateOfBirth, state.dates),
  }
}
