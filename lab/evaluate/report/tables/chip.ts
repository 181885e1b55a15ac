import type { Table } from '../../measure/table.ts'

export interface ChipFigures {
  authorities: number
  chips: number
  portraitBytes: number
  /** Total memory, including the database. */
  rssMb: number
  /** CPU-ms. */
  rows: { name: string; first: number; median: number; p95: number }[]
}

export const chipsVerified = ({ authorities, portraitBytes, rows }: ChipFigures): Table => ({
  title: `CPU-ms for a chip with a portrait of ${portraitBytes / 1000} kB, ${authorities} authorities in the database`,
  head: ['signed by', 'the first', 'after it, median', '95 %'],
  rows: rows.map(({ name, first, median, p95 }) => [name, first, median, p95]),
})
