import { errorRate } from '../../measure/interval.ts'
import { percent, type Table } from '../../measure/table.ts'

interface Counts {
  n: number
  flagged: number
  /** The picture gave no result. */
  unavailable: number
}

export interface EditsFigures {
  /** Genuine pictures, by set and by how they were taken. */
  untouched: Record<string, Counts>
  /** Edits of genuine scans by a program, by method. */
  made: Record<string, Counts>
  /** Genuine scans, saved or processed as a whole. */
  resaved: Record<string, Counts>
}

export const genuineCalledEdited = ({ untouched, resaved }: EditsFigures): Table => ({
  title: 'Genuine pictures that are called edited',
  head: ['pictures', 'n', 'no result', 'called edited', 'share of the others', '95 % interval'],
  rows: [
    ...genuineRows(untouched),
    ...genuineRows({ 'scans, processed as a whole': Object.values(resaved).reduce(added, NONE) }),
    ...genuineRows({ 'all untouched': Object.values(untouched).reduce(added, NONE) }),
  ],
})

const NONE: Counts = { n: 0, flagged: 0, unavailable: 0 }

const added = (a: Counts, b: Counts): Counts => ({
  n: a.n + b.n,
  flagged: a.flagged + b.flagged,
  unavailable: a.unavailable + b.unavailable,
})

/** A picture without a result does not count as found genuine: it is excluded from the rate. */
const genuineRows = (counts: Record<string, Counts>): (string | number)[][] =>
  Object.entries(counts).map(([name, { n, flagged, unavailable }]) => {
    const { rate, low, high } = errorRate(flagged, n - unavailable)
    const share = n > unavailable ? [percent(rate), `${percent(low)} to ${percent(high)}`] : ['', '']
    return [name, n, unavailable, flagged, ...share]
  })

export const editsFound = ({ made }: EditsFigures): Table => ({
  title: 'Edits made by a program',
  head: ['method', 'n', 'found', 'share', 'no result'],
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
