import { rate, type Table } from '../../measure/table.ts'

interface Count {
  n: number
  right: number
}

export interface Tally {
  issuers: number
  /** Country and type both right. */
  named: Count
  values: Count
  /** Of the values, the dates: by the day they mean. */
  dates: Count
}

export interface IssuersFigures {
  scripts: (Tally & { script: string })[]
  leftOut: Tally
  others: Tally
  all: Tally
}

export const issuersRead = ({ scripts, leftOut, others, all }: IssuersFigures): Table => ({
  title: 'Drawn cards of issuers in their own scripts',
  head: ['script', 'issuers', 'country and type', 'share', 'values', 'share', 'dates', 'share'],
  rows: [
    ...scripts.map(({ script, ...tally }) => row(script, tally)),
    row('issuers left out', leftOut),
    row('the others', others),
    row('all', all),
  ],
})

const row = (name: string, { issuers, named, values, dates }: Tally) => [
  name,
  issuers,
  ...rate(named.right, named.n),
  ...rate(values.right, values.n),
  ...rate(dates.right, dates.n),
]
