import type { CatalogueDocument, Catalogue as CataloguePort } from '../../actions/ports/engine.ts'
import type { VisualFieldName } from '../../domain/vocabulary.ts'
import { type DocumentModel, openCatalogue } from './catalogue.ts'

/** The catalogue for those who look at it; it is read once, when somebody does. */
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
