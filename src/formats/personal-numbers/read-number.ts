import { inOurDigits } from '../text/transliterate.ts'
import { centralEurope } from './central-europe.ts'
import { east, southEastEurope } from './eastern-europe.ts'
import { africa, latinAmerica, southAndEastAsia, westAndCentralAsia } from './further.ts'
import { baltic, nordic } from './northern-europe.ts'
import { america, eastAsia } from './overseas.ts'
import type { NumberRule, Parts } from './rule.ts'
import { southernEurope, westernEurope } from './western-europe.ts'

/** What a number says about itself and its holder, under the rule whose format it has. */
export interface NumberStatement {
  rule: NumberRule
  /** Without spaces and meaningless separators. */
  number: string
  check: 'valid' | 'invalid' | 'not binding' | 'none'
  /**
   * ISO days, or months if the number has no day: several if it leaves the century open, none if its day does not
   * exist. Absent if it states no birth.
   */
  births?: string[]
  sex?: 'M' | 'F'
}

/** Undefined if no rule of this issuer has this format: an old number, a foreigner's, or not such a number at all. */
export function readNumber(
  country: string,
  text: string,
  applies: (rule: NumberRule) => boolean = () => true,
): NumberStatement | undefined {
  const rules = RULES_BY_ISSUER.get(country)?.filter(applies)
  if (!rules?.length) return undefined
  const written = inCapitals(text)
  const readings = rules.flatMap((rule) => readUnder(rule, written) ?? [])
  const isValid = (reading: NumberStatement) => reading.check === 'valid' && addsUp(reading)
  return readings.find(isValid) ?? readings.find(addsUp) ?? readings[0]
}

/** Whether a number of this kind can have been issued. */
export const addsUp = ({ check, births }: NumberStatement): boolean => check !== 'invalid' && births?.length !== 0

/** What rules are compared with: with the signs + and -, and without. */
function inCapitals(text: string): readonly string[] {
  const signed = inOurDigits(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9+-]/g, '')
  return [signed, signed.replaceAll(/[+-]/g, '')]
}

function readUnder(rule: NumberRule, written: readonly string[]): NumberStatement | undefined {
  const number = written.find((candidate) => rule.form.test(candidate))
  if (number === undefined) return undefined

  const groups = rule.form.exec(number)?.groups ?? {}
  const part: Parts = (name) => groups[name] ?? ''
  const births = rule.birth?.births(part, number)
  const sex = rule.sex?.sex(part)
  return { rule, number, check: checked(rule, number, part), ...(births ? { births } : {}), ...(sex ? { sex } : {}) }
}

function checked({ check }: NumberRule, number: string, part: Parts): NumberStatement['check'] {
  if (!check) return 'none'
  if (check.agrees(number, part)) return 'valid'
  return check.notBinding === undefined ? 'invalid' : 'not binding'
}

/** All rules. A country that is not among their issuers has none, and its numbers are not judged. */
export const NUMBER_RULES: readonly NumberRule[] = [
  ...centralEurope,
  ...southEastEurope,
  ...baltic,
  ...nordic,
  ...westernEurope,
  ...southernEurope,
  ...east,
  ...eastAsia,
  ...america,
  ...southAndEastAsia,
  ...westAndCentralAsia,
  ...africa,
  ...latinAmerica,
]

const RULES_BY_ISSUER: ReadonlyMap<string, NumberRule[]> = new Map(
  [...new Set(NUMBER_RULES.flatMap(({ issuers }) => issuers))].map((issuer) => [
    issuer,
    NUMBER_RULES.filter(({ issuers }) => issuers.includes(issuer)),
  ]),
)
