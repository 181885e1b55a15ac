import type { DocumentType, VisualFieldName } from '../../../../src/formats/document-words.ts'
import { type Random, random } from '../random.ts'
import { licenceIssuer, licenceIssuerCodes } from './jurisdictions.ts'
import { dayBefore, fictionalPerson, fillPattern, type Person, yearsAfter } from './person.ts'
import { personalNumber } from './personal-number.ts'
import { type DateStyle, printedDate, type State, stateOf } from './states.ts'
import type { Fault, Kind } from './truth.ts'

/** The content of a document before layout. */
export interface Issue {
  kind: Kind
  type: DocumentType
  state: State
  /** The holder's nationality; on a visa it is not the issuer. */
  nationality: State
  person: Person
  number: string
  /** Differs from the number if the visual zone is deliberately wrong. */
  printedNumber: string
  printedDateOfBirth: string
  dateOfIssue: string
  dateOfExpiry: string
  placeOfBirth: string
  address: readonly [string, string]
  personalNumber?: string
  faults: Fault[]
  altered?: { name: VisualFieldName; printed: string; genuine: string }
  /** Issuer within the country, for licences. */
  region?: string
  random: Random
  /** The seed of the background. */
  paper: Random
}

interface IssueOptions {
  kind: Kind
  country: string
  seed: number | string
  faults: Fault[]
  /** ISO date on which the document is shown. */
  today: string
  person?: Person
  sex?: 'M' | 'F'
  /** Postal abbreviation of the issuer, for US licences; chosen by the seed if absent. */
  region?: string
  /** The background is the same for all documents with this number; each has its own if absent. */
  paper?: number
}

/** Determines the content of the document: the same options give the same document. */
export function issueDocument(options: IssueOptions): Issue {
  const { kind, seed, faults, today } = options
  const state = stateOf(options.country)
  const source = random(`${kind}/${options.country}/${seed}`)
  const person = options.person ?? fictionalPerson(seed, state.language, today, options.sex)
  const years = validity(kind)
  const dateOfIssue = faults.includes('expired')
    ? dayBefore(today, Math.round(years * 365.25) + source.whole(30, 900))
    : dayBefore(today, source.whole(20, Math.round(years * 365 * 0.7)))
  const issuer = kind === 'us-licence' ? licenceIssuer(options.region ?? source.pick(licenceIssuerCodes())) : undefined
  const month = kind === 'td2' && state.code === 'FRA' ? `${dateOfIssue.slice(2, 4)}${dateOfIssue.slice(5, 7)}` : ''
  const personal = personalNumber(state, person, source.fork('personal number'))
  const drawn = month + fillPattern(issuer?.number ?? numberPattern(kind, state), source)
  // The number of a Spanish licence is its holder's.
  const number = kind === 'eu-licence' && state.code === 'ESP' && personal ? personal.replace(/(?=.$)/, '-') : drawn
  const dates = kind === 'eu-licence' ? 'dots' : state.dates
  const genuine = printedDate(person.dateOfBirth, dates)
  const altered = faults.includes('visual-digit') ? alter(number, person.dateOfBirth, dates, source) : undefined
  return {
    kind,
    type: documentType(kind),
    state,
    nationality: documentType(kind) === 'VISA' ? stateOf('UTO') : state,
    person,
    number,
    printedNumber: altered?.name === 'document_number' ? altered.printed : number,
    printedDateOfBirth: altered?.name === 'date_of_birth' ? altered.printed : genuine,
    dateOfIssue,
    dateOfExpiry: dayBefore(yearsAfter(dateOfIssue, years), 1),
    placeOfBirth: source.pick(state.places),
    address: [`${source.whole(1, 98)} FICTION STREET`, issuer?.city ?? source.pick(state.places)],
    ...(personal ? { personalNumber: personal } : {}),
    faults,
    ...(issuer ? { region: issuer.code } : {}),
    ...(altered ? { altered } : {}),
    random: source,
    paper: options.paper === undefined ? source : random(`${kind}/${options.country}/paper ${options.paper}`),
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

function numberPattern(kind: Kind, { code, numbers }: State): string {
  const type = documentType(kind)
  // The number of the French card before 2021 begins with the month of issue.
  if (kind === 'td2' && code === 'FRA') return '99999999'
  if (type === 'DRIVER_LICENSE') return numbers.licence
  return type === 'IDENTITY_CARD' ? numbers.card : numbers.passport
}

/** One digit of the number or of the birth date, changed to a plausible value. */
function alter(number: string, dateOfBirth: string, dates: DateStyle, source: Random): NonNullable<Issue['altered']> {
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
    printed: printedDate(moved, dates),
    genuine: printedDate(dateOfBirth, dates),
  }
}
