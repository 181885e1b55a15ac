import { JURISDICTIONS } from '../../../formats/aamva/aamva-jurisdictions.ts'
import type { TextLine } from '../../text/read-text.ts'

/** AAMVA DL/ID card design standard, annex A: the printed elements, with or without their numbers. */
const ELEMENTS: readonly RegExp[] = [
  /^(?:3\s?)?D[O0]B(?![A-Z])/i,
  /^(?:4\s?b\s?)?EXP(?:IRES)?(?![A-Z])/i,
  /^(?:4\s?a\s?)?ISS(?:UED)?(?![A-Z])/i,
  /^(?:9\s?)?CLASS(?![A-Z]{2})/i,
  /^(?:9\s?a\s?)?END(?:ORSEMENTS)?(?![A-Z])/i,
  /^(?:12\s?)?RE?STR?(?:ICTIONS)?(?![A-Z])/i,
  /^(?:15\s?)?SEX(?![A-Z]{2})/i,
  /^(?:16\s?)?HGT(?![A-Z])/i,
  /^(?:17\s?)?WGT(?![A-Z])/i,
  /^(?:18\s?)?EYES?(?![A-Z]{4})/i,
  /^(?:5\s?)?DD(?![A-Z])/i,
]

/** Fewer of them are words of other documents too. */
const MIN_ELEMENTS = 5

/** 0 to 1: how many of the elements of the standard begin a line. */
export function elementsOn(lines: readonly Pick<TextLine, 'text'>[]): number {
  const found = ELEMENTS.filter((element) => lines.some(({ text }) => element.test(text))).length
  return found < MIN_ELEMENTS ? 0 : found / ELEMENTS.length
}

/** The end of an address in the United States: the state's abbreviation and the five or nine digits of the ZIP code. */
const ZIP = /(?<![A-Z])([A-Z]{2}),? ?\d{5}(?:-\d{4})?$/
/** The same in Canada: the province's abbreviation and the postal code, without the letters that Canada Post leaves out. */
const POSTAL_CODE = /(?<![A-Z])([A-Z]{2}),? {0,2}[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/

const STATES: ReadonlyMap<string, string> = new Map(
  Object.values(JURISDICTIONS).map(({ code, country }) => [code, country]),
)

/** The country of the last line of an address, if it has the form of one in the United States or Canada. */
export function countryOfAddress(lines: readonly Pick<TextLine, 'text'>[]): 'USA' | 'CAN' | undefined {
  const isIn = (country: string, form: RegExp) =>
    lines.some(({ text }) => STATES.get(form.exec(text.trim())?.[1] ?? '') === country)
  if (isIn('USA', ZIP)) return 'USA'
  return isIn('CAN', POSTAL_CODE) ? 'CAN' : undefined
}
