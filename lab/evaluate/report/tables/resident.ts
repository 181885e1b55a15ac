import type { Table } from '../../measure/table.ts'

/** The memory of the processes after this number of pages. */
export interface ResidentFigures {
  rows: { pages: number; serviceMb: number; workerMb: number[] }[]
}

export const residentMemory = ({ rows }: ResidentFigures): Table => ({
  title: 'Resident memory',
  head: ['pages', 'the service, MB', 'each worker, MB'],
  rows: rows.map(({ pages, serviceMb, workerMb }) => [pages, serviceMb, workerMb.join(', ')]),
})
