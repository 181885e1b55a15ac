/** A person on a list, as the list states it. Absent means that the list does not say. */
export interface ListEntry {
  /** The source's own identifier. */
  id: string
  names: ListName[]
  /** ISO 8601 dates as far as they are known: 1960, 1960-05 or 1960-05-03. */
  births: string[]
  /** ISO 3166 alpha-3: nationality and citizenship. Where somebody lives says neither. */
  countries: string[]
  sex?: 'M' | 'F'
  /** Numbers of passports, identity cards and tax registers: capitals and digits alone. */
  identifiers: string[]
  /** Programmes and topics, in the list's own words. */
  topics: string[]
  /** Where the source describes the entry. */
  url?: string
}

interface ListName {
  text: string
  /** The source calls it a weak or low-quality alias. */
  weak?: true
}

/** What a file of a list says about itself. */
export interface ListFileAbout {
  format: ListFormat
  /** ISO 8601 date on which the source made it, where it says so. */
  sourceDate?: string
}

export const LIST_FORMATS = [
  'ftm',
  'opensanctions-csv',
  'eu-xml',
  'un-xml',
  'ofac-xml',
  'ofac-classic-xml',
  'ofac-csv',
  'uk-xml',
  'uk-csv',
] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** More than any list has; what is beyond it is a damaged or hostile file. */
const MOST = { names: 500, values: 200, text: 500 } as const

/** The entry as it is kept: without repetitions, and never larger than it may be. Undefined where it has no name or no id. */
export function tidyEntry(entry: ListEntry): ListEntry | undefined {
  const strong = new Set(entry.names.filter(({ weak }) => !weak).map(({ text }) => cut(text)))
  const weak = new Set(entry.names.filter((name) => name.weak).map(({ text }) => cut(text)))
  const names: ListName[] = [
    ...[...strong].filter(Boolean).map((text) => ({ text })),
    ...[...weak].filter((text) => text && !strong.has(text)).map((text) => ({ text, weak: true as const })),
  ].slice(0, MOST.names)
  const id = cut(entry.id)
  if (!id || !names.length) return undefined
  const sources = entry.url && /^https?:\/\/\S+$/.test(entry.url) && entry.url.length <= 2_048
  return {
    id,
    names,
    births: few(entry.births.filter((birth) => PARTIAL_DATE.test(birth))),
    countries: few(entry.countries),
    ...(entry.sex && { sex: entry.sex }),
    identifiers: few(entry.identifiers.map(plainIdentifier).filter((number) => number.length >= LEAST_IDENTIFIER)),
    topics: few(entry.topics.map(cut).filter(Boolean)),
    ...(sources && entry.url && { url: entry.url }),
  }
}

/** Shorter numbers identify nobody. */
const LEAST_IDENTIFIER = 5

export const plainIdentifier = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 64)

const PARTIAL_DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/

const few = (values: string[]): string[] => [...new Set(values)].slice(0, MOST.values)

const cut = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, MOST.text)
