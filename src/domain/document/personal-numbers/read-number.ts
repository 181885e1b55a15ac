import { inOurDigits } from '../../text/transliterate.ts'
import { centralEurope } from './central-europe.ts'
import { east, southEastEurope } from './eastern-europe.ts'
import { baltic, nordic } from './northern-europe.ts'
import { america, eastAsia } from './overseas.ts'
import type { NumberRule, Parts } from './rule.ts'
import { southernEurope, westernEurope } from './western-europe.ts'

/** What a number says of itself and of its holder, under the rule whose form it has. */
export interface NumberStatement {
  rule: NumberRule
  /** Without spaces and the signs that mean nothing. */
  number: string
  check: 'valid' | 'invalid' | 'not binding' | 'none'
  /**
   * ISO days, or months where the number states no day: several where it leaves the century open, none where it states a
   * day that does not exist. Absent where it states no birth.
   */
  births?: string[]
  sex?: 'M' | 'F'
}

/** Undefined when no rule of this issuer has a number of this form: an old one, a foreigner's, or no such number at all. */
export function readNumber(
  country: string,
  text: string,
  applies: (rule: NumberRule) => boolean = () => true,
): NumberStatement | undefined {
  const rules = NUMBER_RULES.filter((rule) => rule.issuers.includes(country) && applies(rule))
  const readings = rules.flatMap((rule) => readUnder(rule, text) ?? [])
  return readings.find(addsUp) ?? readings[0]
}

/** Whether a number of this kind can have been issued. */
export const addsUp = ({ check, births }: NumberStatement): boolean => check !== 'invalid' && births?.length !== 0

function readUnder(rule: NumberRule, text: string): NumberStatement | undefined {
  const signed = inOurDigits(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9+-]/g, '')
  const plain = signed.replaceAll(/[+-]/g, '')
  const number = [signed, plain].find((candidate) => rule.form.test(candidate))
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

/** Every rule there is. A country that is not among their issuers has none, and nothing is said of its numbers. */
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
]
