import type { Table } from '../measure/table.ts'
import { AIMS, aimsTable } from './aims.ts'
import { ISO_VIEWS } from './iso/tables.ts'
import type { ReadFigures, SetName } from './measured.ts'
import { describedDocuments, sourcesOfDocuments } from './tables/coverage.ts'

/** A table made from the figures of several sets. */
export interface View {
  sets: readonly SetName[]
  table(figures: ReadFigures): Table
  /** False if the sets' own tables, on other pages, state their provenance. */
  sourced: boolean
}

const aims = (group: keyof typeof AIMS): View => ({
  sets: [...new Set(AIMS[group].map(({ set }) => set))],
  table: (figures) => aimsTable(group, figures),
  sourced: false,
})

/** Every table of several sets, by its name in the pages. */
export const VIEWS: Record<string, View> = {
  ...ISO_VIEWS,
  'aims.issued': aims('issued'),
  'aims.documents': aims('documents'),
  'aims.faces': aims('faces'),
  'aims.sessions': aims('sessions'),
  'aims.page': aims('page'),
  'catalogue.described': {
    sets: ['unseen'],
    sourced: false,
    table: (figures) => describedDocuments(figures('unseen')),
  },
  'catalogue.sources': {
    sets: ['unseen'],
    sourced: false,
    table: () => sourcesOfDocuments(),
  },
}
