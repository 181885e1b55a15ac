/** A person on a list, as the list states it. An absent field is not in the list. */
export interface ListEntry {
  /** The identifier in the source. */
  id: string
  names: ListName[]
  /** ISO 8601 dates, as far as known: 1960, 1960-05 or 1960-05-03. */
  births: string[]
  /** ISO 3166 alpha-3: nationality and citizenship. Residence does not count. */
  countries: string[]
  sex?: 'M' | 'F'
  /** Numbers of passports, identity cards and tax registers, with only capitals and digits. */
  identifiers: string[]
  /** Programmes and topics, in the list's own words. */
  topics: string[]
  /** The page of the source about the entry. */
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
  /** ISO 8601 date on which the source published it, if stated. */
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

/** More than any list has. A file with more is damaged or hostile. */
const MOST = { names: 500, values: 200, text: 500 } as const

/** The entry as it is stored: without duplicates, and limited in size. Undefined if it has no name or no id. */
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

/** The shortest identifier. Shorter numbers identify nobody. */
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
