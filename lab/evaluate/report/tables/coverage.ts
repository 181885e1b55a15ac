import { countryOf } from '../../../../src/domain/text/countries.ts'
import type { DocumentType } from '../../../../src/domain/vocabulary.ts'
import { listCatalogue } from '../../../../src/engine/catalogue/known-documents.ts'
import type { Table } from '../../measure/table.ts'
import type { UnseenFigures } from './unseen.ts'

type Known = ReturnType<ReturnType<typeof listCatalogue>['documents']>[number]

/** Every document that the catalogue describes, with what is read of it and what it was measured on. */
export const describedDocuments = ({ byModel }: Pick<UnseenFigures, 'byModel'>): Table => ({
  title: 'Documents of the catalogue',
  head: ['country', 'document', 'sides', 'since', 'values read by', 'MRZ', 'barcode', 'compared', 'measured on'],
  rows: byCountry(true).map((document) => [
    nameOf(document),
    [document.type, document.name].filter(Boolean).join(', '),
    document.sides.join(', '),
    document.releases.join(', '),
    readingWords(document),
    document.mrz ? 'yes' : '',
    document.barcode ? 'yes' : '',
    'once taught',
    measuredWords(document, byModel),
  ]),
})

/** Countries without a file of their own: the usual documents, known by name, title, language and shape. */
export const usualDocuments = (): Table => ({
  title: 'Other countries',
  head: ['country', 'documents'],
  rows: [...Map.groupBy(byCountry(false), nameOf)].map(([country, documents]) => [
    country,
    documents.map(({ type }) => type).join(', '),
  ]),
})

const byCountry = (isDescribed: boolean): Known[] =>
  listCatalogue()
    .documents()
    .filter((document) => document.isDescribed === isDescribed)
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'))

const nameOf = ({ country }: Known): string => `${countryOf(country)?.name ?? country} (${country})`

const BY = {
  place: 'place',
  label: 'label',
  number: 'number (Directive 2006/126/EC)',
  abbreviation: 'abbreviation (AAMVA)',
} as const

function readingWords({ readBy, fields }: Known): string {
  return fields.length ? `${BY[readBy]}: ${fields.join(', ')}` : BY[readBy]
}

const MEASURED_AS: Partial<Record<DocumentType, string>> = {
  IDENTITY_CARD: 'id_card',
  PASSPORT: 'passport',
  DRIVER_LICENSE: 'driving_licence',
}

/** Sets of pictures are named by country, type and side. */
function measuredWords({ country, type, name }: Known, byModel: UnseenFigures['byModel']): string {
  if (name) return '' // the set does not tell versions apart
  const sets = Object.entries(byModel).filter(([set]) => set.startsWith(`${country} ${MEASURED_AS[type]}`))
  return sets.map(([set, { n, fields }]) => `${set}: ${n} pictures, ${fields.exact} of ${fields.n} values`).join('; ')
}
