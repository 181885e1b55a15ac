import { readdirSync, readFileSync } from 'node:fs'
import type { DocumentType } from '../../domain/vocabulary.ts'
import type { CountryEntry, DocumentEntry, DocumentFile, Labels, Spellings, Titles } from './schema.ts'

/** A document model with everything the catalogue knows of it in one place. */
export interface DocumentModel extends DocumentEntry {
  country: string
  sign: string
  languages: string[]
  /** The country's names as printed. */
  names: string[]
  titles: string[]
  /** True for cards, false for a passport's data page and a visa. */
  twoSided: boolean
}

export interface Catalogue {
  models: DocumentModel[]
  countries: CountryEntry[]
  labels: Labels
  titles: Titles
  spellings: Spellings
}

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T

/** Everything in this folder, joined. The test of the catalogue checks it against the schema. */
export function openCatalogue(): Catalogue {
  const countries = read<CountryEntry[]>('countries.json')
  const titles = read<Titles>('titles.json')
  const files = readdirSync(new URL('documents/', import.meta.url)).filter((name) => name.endsWith('.json'))
  const models = files.flatMap((name) => {
    const { country, documents } = read<DocumentFile>(`documents/${name}`)
    const home = countries.find(({ code }) => code === country)
    if (!home) throw new Error(`${name}: ${country} is not in countries.json`)
    return documents.map((entry) => joined(entry, home, titles))
  })
  return { models, countries, titles, labels: read('labels.json'), spellings: read('spellings.json') }
}

export const isTwoSided = (type: DocumentType): boolean => type !== 'PASSPORT' && type !== 'VISA'

function joined(entry: DocumentEntry, home: CountryEntry, titles: Titles): DocumentModel {
  const usual = home.languages.flatMap((language) => titles[entry.type]?.[language] ?? [])
  return {
    ...entry,
    ...((entry.dateOrder ?? home.dateOrder) ? { dateOrder: entry.dateOrder ?? home.dateOrder } : {}),
    country: home.code,
    sign: home.sign,
    languages: home.languages,
    names: home.names,
    titles: entry.titles ?? usual,
    twoSided: isTwoSided(entry.type),
  } as DocumentModel
}
