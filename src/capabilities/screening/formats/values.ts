import { countryByAlpha2, countryNamed } from '../../../domain/text/countries.ts'

/** Alpha-3 of what a list writes: a code of two or three letters or an English name. Nothing where it is not a country we know. */
export function countryCodes(value: string | undefined): string[] {
  const text = value?.trim() ?? ''
  if (!text) return []
  const found = text.length === 2 ? countryByAlpha2(text) : countryNamed(text)
  return found ? [found.alpha3] : []
}

export function sexOfList(value: string | undefined): { sex?: 'M' | 'F' } {
  const word = value?.trim().toUpperCase() ?? ''
  if (word === 'M' || word === 'MALE') return { sex: 'M' }
  return word === 'F' || word === 'FEMALE' ? { sex: 'F' } : {}
}

/** A date from its parts, as far as they are known. */
export function partialDate(year: string | undefined, month?: string, day?: string): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (!Number.isInteger(y) || y < 1000 || y > 9999) return []
  if (!Number.isInteger(m) || m < 1 || m > 12) return [String(y)]
  const short = `${y}-${String(m).padStart(2, '0')}`
  return Number.isInteger(d) && d >= 1 && d <= 31 ? [`${short}-${String(d).padStart(2, '0')}`] : [short]
}

/** 31/12/1960 with 00 for what is not known, 1960-12-31, 1960-12, or a year. */
export function writtenDate(value: string | undefined): string[] {
  const text = value?.trim() ?? ''
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  if (year) return partialDate(year, month, day)
  const [, y, m, d] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/.exec(text) ?? []
  return y ? partialDate(y, m, d) : []
}

/** Parts of a name in order, without empty ones. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter(Boolean)
    .join(' ')
