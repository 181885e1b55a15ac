import { rate, type Table } from '../../measure/table.ts'

interface Count {
  n: number
  read: number
}

export interface SealsFigures {
  /** By kind and code. */
  kinds: (Count & { name: string })[]
  /** By the difficulty of the photograph. */
  levels: (Count & { name: string })[]
  /** CPU milliseconds of the search for codes on pages without one. */
  cost: { pages: number; median: number; mean: number; worst: number }
}

export const sealsRead = ({ kinds, levels }: SealsFigures): Table => ({
  title: 'Drawn codes of 20 mm, photographed from 20 cm',
  head: ['what', 'read', 'share'],
  rows: [...kinds, ...levels].map(({ name, read, n }) => [name, ...rate(read, n)]),
})

export const sealsCost = ({ cost }: SealsFigures): Table => ({
  title: 'Looking for codes on pages without one',
  head: ['pages', 'CPU-ms, median', 'mean', 'worst'],
  rows: [[cost.pages, cost.median, cost.mean, cost.worst]],
})
