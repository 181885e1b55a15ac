import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentType, PageSide, VisualFieldName } from '../../formats/document-words.ts'
import { resource } from '../../platform/resources.ts'
import type { CatalogueDocument, Catalogue as CataloguePort } from '../engine.ts'
import type { Alphabets, CountryEntry, DocumentEntry, DocumentFile, Labels, SideLayout, Titles } from './schema.ts'

/** A document model with everything the catalogue knows about it in one place. */
export interface DocumentModel extends DocumentEntry {
  country: string
  sign?: string
  languages: string[]
  /** The country's names as printed. */
  names: string[]
  titles: string[]
  /** True for cards, false for a passport's data page and a visa. */
  twoSided: boolean
  /** True if its country has no file of its own. */
  isUsual?: true
  /** True if its titles are in its own entry. */
  hasOwnTitles?: true
}

export interface Catalogue {
  models: DocumentModel[]
  countries: CountryEntry[]
  labels: Labels
  titles: Titles
  alphabets: Alphabets
  /** Words that mark a specimen, in the languages of the world's issuers. */
  specimenWords: string[]
}

const FOLDER = resource('src/vision/catalogue')

const read = <T>(name: string): T => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T

/** Joins all the files in this folder. The catalogue's test checks them against the schema. */
export function openCatalogue(): Catalogue {
  const countries = read<CountryEntry[]>('countries.json')
  const titles = read<Titles>('titles.json')
  const files = readdirSync(join(FOLDER, 'documents')).filter((name) => name.endsWith('.json'))
  const described = new Map(
    files.map((name) => {
      const { country, documents } = read<DocumentFile>(`documents/${name}`)
      if (!countries.some(({ code }) => code === country)) {
        throw new Error(`${name}: ${country} is not in countries.json`)
      }
      return [country, documents] as const
    }),
  )
  const models = countries.flatMap((home) => {
    const own = described.get(home.code)
    return (own ?? usualDocumentsOf(home.code)).map((entry) => ({
      ...joinEntry(entry, home, titles),
      ...(own ? {} : { isUsual: true as const }),
    }))
  })
  return {
    models,
    countries,
    titles,
    labels: read('labels.json'),
    alphabets: read('alphabets.json'),
    specimenWords: read('specimen-words.json'),
  }
}

/** What a country without a file of its own is assumed to issue: a passport as in ICAO Doc 9303, and cards. */
const usualDocumentsOf = (country: string): DocumentEntry[] => [
  { id: `${country}-PASSPORT`, type: 'PASSPORT', format: 'ID-3', mrz: { side: 'FRONT', form: 'TD3' } },
  { id: `${country}-IDENTITY_CARD`, type: 'IDENTITY_CARD', format: 'ID-1' },
  { id: `${country}-DRIVER_LICENSE`, type: 'DRIVER_LICENSE', format: 'ID-1' },
  { id: `${country}-RESIDENCE_PERMIT`, type: 'RESIDENCE_PERMIT', format: 'ID-1' },
]

/** What is known about one side of a document. */
export const layoutOf = ({ model, side }: { model?: DocumentModel; side: PageSide }): SideLayout | undefined =>
  side === 'FRONT' ? model?.front : model?.back

export const isTwoSided = (type: DocumentType): boolean => type !== 'PASSPORT' && type !== 'VISA'

function joinEntry(entry: DocumentEntry, home: CountryEntry, titles: Titles): DocumentModel {
  const usual = home.languages.flatMap((language) => titles[entry.type]?.[language] ?? [])
  return {
    ...entry,
    ...((entry.dateOrder ?? home.dateOrder) ? { dateOrder: entry.dateOrder ?? home.dateOrder } : {}),
    country: home.code,
    ...(home.sign ? { sign: home.sign } : {}),
    languages: home.languages,
    names: home.names,
    titles: entry.titles ?? usual,
    ...(entry.titles ? { hasOwnTitles: true as const } : {}),
    twoSided: isTwoSided(entry.type),
  } as DocumentModel
}

/** The catalogue for display. It is read once, on first use. */
export function listCatalogue(): CataloguePort {
  let known: readonly CatalogueDocument[] | undefined
  return {
    documents() {
      known ??= openCatalogue()
        .models.map(describe)
        .sort((a, b) => (a.country + a.type + a.id < b.country + b.type + b.id ? -1 : 1))
      return known
    },
  }
}

function describe(model: DocumentModel): CatalogueDocument {
  const { id, country, type, region, version, releases = [], layout, front, back, isUsual } = model
  const fields = [front, back].flatMap((side) => Object.keys(side?.fields ?? {})) as VisualFieldName[]
  const name = [region, version].filter(Boolean).join(', ')
  return {
    id,
    country,
    type,
    ...(name && { name }),
    sides: model.twoSided ? ['FRONT', 'BACK'] : ['FRONT'],
    releases,
    readBy: layout ? LAYOUTS[layout] : fields.length ? 'place' : 'label',
    fields: [...new Set(fields)],
    mrz: model.mrz !== undefined,
    barcode: model.barcode !== undefined,
    isDescribed: !isUsual,
  }
}

const LAYOUTS = { 'eu-driving-licence': 'number', 'aamva-licence': 'abbreviation' } as const
