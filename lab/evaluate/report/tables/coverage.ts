import type { DocumentType } from '../../../../src/formats/document-words.ts'
import { countryOf } from '../../../../src/formats/text/countries.ts'
import { type DocumentModel, listCatalogue, openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import type { Table } from '../../measure/table.ts'
import { countryOfTruth, typeOfTruth } from '../../sets/documents/document-truth.ts'
import type { UnseenFigures } from './unseen.ts'

type Known = ReturnType<ReturnType<typeof listCatalogue>['documents']>[number]

const COLUMNS = ['DRIVER_LICENSE', 'IDENTITY_CARD', 'PASSPORT', 'RESIDENCE_PERMIT'] as const

/** Every country that the catalogue describes, with its documents, their years and other properties. */
export const describedDocuments = ({ byModel }: Pick<UnseenFigures, 'byModel'>): Table => ({
  title: 'Documents of the catalogue',
  head: ['country', ...COLUMNS, 'others'],
  rows: [...Map.groupBy(described(), nameOf)].map(([country, documents]) => {
    const isUsual = ({ type, name }: Known) => !name && (COLUMNS as readonly DocumentType[]).includes(type)
    return [
      country,
      ...COLUMNS.map((column) => {
        const found = documents.find((document) => isUsual(document) && document.type === column)
        return found ? [wayOf(found), ...knownOf(found), ...provenOf(found, byModel)].join(', ') : ''
      }),
      documents
        .filter((document) => !isUsual(document))
        .map((document) =>
          [document.name ?? document.type, wayOf(document), ...knownOf(document), ...provenOf(document)].join(', '),
        )
        .join('; '),
    ]
  }),
})

const described = (): Known[] =>
  listCatalogue()
    .documents()
    .filter(({ isDescribed }) => isDescribed)
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'))

/**
 * Tried: pictures of it were read, with values transcribed by hand. Compared: its entry was compared with its source.
 * Everything else is general knowledge.
 */
const provenOf = (document: Known, byModel: UnseenFigures['byModel'] = {}): string[] => {
  const proven = [
    ...(isTried(document, byModel) ? ['tried'] : []),
    ...(comparedIds().has(document.id) ? ['compared'] : []),
  ]
  return proven.length ? proven : ['not checked']
}

/** The public descriptions that entries were compared with, what they do not confirm, and how many entries that are. */
export const sourcesOfDocuments = (): Table => {
  const entries = openCatalogue().models.filter(({ id }) => comparedIds().has(id))
  const groups = Map.groupBy(entries, ({ source = '' }) => source)
  return {
    title: 'Descriptions that entries of the catalogue were compared with',
    head: ['description', 'entries', 'which, and what it does not confirm'],
    rows: [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([source, found]) => [source, String(found.length), found.map(confirmedOf).sort().join('; ')]),
  }
}

const confirmedOf = ({ id, unverified }: DocumentModel): string =>
  Array.isArray(unverified) ? `${id} (not: ${unverified.join(', ')})` : id

let ways: Map<string, 'described' | 'rule'> | undefined

/** Described: the entry has titles, words or places of its own. Rule: read by a rule that many documents share. */
function wayOf({ id }: Known): string {
  ways ??= new Map(
    openCatalogue().models.map((model) => [model.id, hasOwnWords(model) ? ('described' as const) : ('rule' as const)]),
  )
  return ways.get(id) ?? 'rule'
}

const hasOwnWords = ({ hasOwnTitles, front, back }: DocumentModel): boolean =>
  hasOwnTitles === true || front !== undefined || back !== undefined

/** The keys begin with country and type. */
const isTried = ({ country, type }: Known, byModel: UnseenFigures['byModel']): boolean =>
  Object.keys(byModel).some((model) => {
    const [code = '', word = ''] = model.split(' ')
    return countryOfTruth({ country: code }) === country && typeOfTruth({ type: word }) === type
  })

let compared: Set<string> | undefined
const comparedIds = (): Set<string> => {
  compared ??= new Set(
    openCatalogue()
      .models.filter(({ source, unverified }) => source && unverified !== true)
      .map(({ id }) => id),
  )
  return compared
}

const nameOf = ({ country }: Known): string => `${countryOf(country)?.name ?? country} (${country})`

const knownOf = ({ releases, readBy, mrz, barcode }: Known): string[] => [
  ...releases,
  ...(readBy === 'label' ? [] : [readBy]),
  ...(mrz ? ['MRZ'] : []),
  ...(barcode ? ['barcode'] : []),
]
