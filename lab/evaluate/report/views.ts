import { rate, type Table } from '../measure/table.ts'
import { AIMS, aimsTable } from './aims.ts'
import { ISO_VIEWS } from './iso/tables.ts'
import type { ReadFigures, SetName } from './measured.ts'
import { describedDocuments } from './tables/coverage.ts'

/** A table made from the figures of several sets. */
export interface View {
  sets: readonly SetName[]
  table(figures: ReadFigures): Table
  /** False where the sets' own tables, on other pages, say where they come from. */
  sourced: boolean
}

const aims = (group: keyof typeof AIMS): View => ({
  sets: [...new Set(AIMS[group].map(({ set }) => set))],
  table: (figures) => aimsTable(group, figures),
  sourced: false,
})

const SELFIES = { 'full-frame photographs': 'facesMade', LFW: 'facesGood' } as const

/** Every table of several sets, by its name in the pages. */
export const VIEWS: Record<string, View> = {
  ...ISO_VIEWS,
  'aims.documents': aims('documents'),
  'aims.faces': aims('faces'),
  'aims.sessions': aims('sessions'),
  'aims.page': aims('page'),
  'catalogue.described': { sets: [], sourced: false, table: describedDocuments },
  'selfies.codes': {
    sets: Object.values(SELFIES),
    sourced: true,
    table: (figures) => ({
      title: 'Faults made from good pictures, by code',
      head: ['code', ...Object.keys(SELFIES).flatMap((name) => [`made from ${name}`, 'share'])],
      rows: Object.keys(figures('facesMade').codes).map((code) => [
        code,
        ...Object.values(SELFIES).flatMap((set) => {
          const { n = 0, right = 0 } = figures(set).codes[code] ?? {}
          return rate(right, n)
        }),
      ]),
    }),
  },
}
