import { percent, type Table } from '../../measure/table.ts'

interface Counts {
  n: number
  flagged: number
  /** The picture could not say. */
  unavailable: number
}

export interface EditsFigures {
  /** Genuine pictures, by set and by how they were taken. */
  untouched: Record<string, Counts>
  /** Edits of genuine scans by a program, by method. */
  made: Record<string, Counts>
  /** Genuine scans, saved or treated as a whole. */
  resaved: Record<string, Counts>
}

export const genuineCalledEdited = ({ untouched, resaved }: EditsFigures): Table => ({
  title: 'Genuine pictures that are called edited',
  head: ['pictures', 'n', 'called edited', 'share', 'could not say'],
  rows: [...rowsOf(untouched), ...rowsOf(resaved, 'scans, ')],
})

export const editsFound = ({ made }: EditsFigures): Table => ({
  title: 'Edits made by a program',
  head: ['method', 'n', 'found', 'share', 'could not say'],
  rows: rowsOf(made),
})

const rowsOf = (counts: Record<string, Counts>, prefix = ''): (string | number)[][] =>
  Object.entries(counts).map(([name, { n, flagged, unavailable }]) => [
    `${prefix}${name}`,
    n,
    flagged,
    percent(flagged / n),
    unavailable,
  ])
