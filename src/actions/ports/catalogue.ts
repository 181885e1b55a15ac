import type { DocumentType, PageSide, VisualFieldName } from '../../domain/vocabulary.ts'

/** Documents that the repository itself describes. */
export interface Catalogue {
  documents(): readonly CatalogueDocument[]
}

export interface CatalogueDocument {
  id: string
  /** ISO 3166 alpha-3. */
  country: string
  type: DocumentType
  /** The region that issues it, and which version of it this is, where the catalogue distinguishes them. */
  name?: string
  sides: PageSide[]
  /** First years of its designs, where they are known. */
  releases: string[]
  readBy: ReadBy
  /** Those whose place is known. */
  fields: VisualFieldName[]
  mrz: boolean
  barcode: boolean
  /** False for what a country without a description of its own is taken to issue. */
  isDescribed: boolean
}

/** What says which value is which: its place, its label, the numbers of Directive 2006/126/EC or the AAMVA's abbreviations. */
export type ReadBy = 'place' | 'label' | 'number' | 'abbreviation'
