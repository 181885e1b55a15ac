import { rate, type Table } from '../../measure/table.ts'

export interface OrdinaryFigures {
  n: number
  /** Taken for a document. */
  taken: number
  byKind: Record<string, { n: number; taken: number }>
}

export const ordinaryTaken = ({ byKind, n, taken }: OrdinaryFigures): Table => ({
  title: 'Pictures without an identity document',
  head: ['picture', 'taken for a document', 'share'],
  rows: [
    ...Object.entries(byKind).map(([kind, each]) => [kind, ...rate(each.taken, each.n)]),
    ['all', ...rate(taken, n)],
  ],
})
