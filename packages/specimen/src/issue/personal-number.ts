import { addsUp, readNumber } from '../../../../src/formats/personal-numbers/read-number.ts'
import type { Random } from '../random.ts'
import { fillPattern, type Person } from './person.ts'
import type { State } from './states.ts'

/**
 * A valid personal number of the state's pattern that encodes its holder's birth and sex, if the state's numbers do.
 */
export function personalNumber(state: State, person: Person, source: Random): string | undefined {
  if (!state.personalNumber) return undefined
  const head = HEADS[state.code]?.(person) ?? ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const number = withHead(fillPattern(patternOf(state, person), source), head)
    if (isHis(state, person, number)) return number
  }
  throw new Error(`no personal number of ${state.code} for somebody born on ${person.dateOfBirth}`)
}

/**
 * In Spain one number in 46 has its letter, elsewhere one in 22 its digit and its sex: this many attempts never fail.
 */
const ATTEMPTS = 5_000

function isHis(state: State, person: Person, number: string): boolean {
  const statement = readNumber(state.code, number)
  if (!statement) return true
  const { births = [person.dateOfBirth], sex = person.sex, check } = statement
  return addsUp(statement) && check !== 'not binding' && births.includes(person.dateOfBirth) && sex === person.sex
}

/** Czech and Slovak numbers had nine digits before 1954. */
function patternOf({ code, personalNumber = '' }: State, { dateOfBirth }: Person): string {
  const short = (code === 'CZE' || code === 'SVK') && dateOfBirth < '1954'
  return short ? personalNumber.slice(0, -1) : personalNumber
}

/** The leading digits, which depend on birth and sex. */
const HEADS: Readonly<Record<string, (person: Person) => string>> = {
  CZE: rodne,
  SVK: rodne,
  EST: (person) => centuryAndSex(person, 3) + short(person),
  HUN: (person) => centuryAndSex(person, 1) + short(person),
  ROU: (person) => (born(person) < 2000 ? centuryAndSex(person, 1) : centuryAndSex(person, 3)) + short(person),
  POL: (person) => short(person, born(person) < 2000 ? 0 : 20),
  SWE: (person) => short(person),
  UKR: ({ dateOfBirth }) => dateOfBirth.replaceAll('-', ''),
}

function rodne(person: Person): string {
  return short(person, person.sex === 'F' ? 50 : 0)
}

const born = ({ dateOfBirth }: Person): number => Number(dateOfBirth.slice(0, 4))

/** YYMMDD, with this number added to the month. */
function short({ dateOfBirth }: Person, raised = 0): string {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-')
  return year.slice(2) + String(Number(month) + raised).padStart(2, '0') + day
}

/** The first digit: odd for men, two higher for those born since 2000. */
function centuryAndSex(person: Person, first: number): string {
  return String(first + (person.sex === 'F' ? 1 : 0) + (born(person) < 2000 ? 0 : 2))
}

function withHead(number: string, head: string): string {
  const digits = [...head]
  return number.replaceAll(/\d/g, (digit) => digits.shift() ?? digit)
}
