import { rate, type Table } from '../../measure/table.ts'

export interface LayoutsFigures {
  n: number
  /** Country and type both right. */
  named: number
  fields: { n: number; exact: number }
  /** Values returned with a confidence of 85 or more. */
  sure: { n: number; wrong: number }
  /** By the position of the labels. */
  byLabels: Record<string, { n: number; exact: number }>
  /** Values of cards whose readings were not inspected. */
  kept?: { n: number; exact: number }
  /** Absent in figures from before they were counted. */
  byField?: Record<string, { n: number; exact: number }>
}

export const layoutsRead = ({ n, named, fields, kept, sure, byLabels }: LayoutsFigures): Table => ({
  title: 'Drawn cards, without knowledge of their type',
  head: ['what', 'right', 'share'],
  rows: [
    ['country and type', ...rate(named, n)],
    ['values', ...rate(fields.exact, fields.n)],
    ...(kept ? [['values of cards whose readings were not inspected', ...rate(kept.exact, kept.n)]] : []),
    ...Object.entries(byLabels).map(([where, each]) => [`values, labels ${where}`, ...rate(each.exact, each.n)]),
    ['wrong values among those with a confidence of 85 or more', ...rate(sure.wrong, sure.n)],
  ],
})

export const layoutsByField = ({ byField = {} }: LayoutsFigures): Table => ({
  title: 'The same by field',
  head: ['field', 'right', 'share'],
  rows: Object.entries(byField).map(([name, { n, exact }]) => [name, ...rate(exact, n)]),
})
