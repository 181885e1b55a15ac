import type { Table } from '../../measure/table.ts'

interface Count {
  n: number
  right: number
}

export interface Tally {
  issuers: number
  /** Country and type both right. */
  named: Count
  values: Count
  /** Of the values, the dates: compared by the day that they denote. */
  dates: Count
}

export interface IssuersFigures {
  scripts: (Tally & { script: string })[]
  leftOut: Tally
  others: Tally
  all: Tally
}

const HEAD = ['issuers', 'country and type', 'values', 'dates']

export const issuersRead = ({ leftOut, others, all }: IssuersFigures): Table => ({
  title: 'Drawn cards of issuers in their own scripts',
  head: ['cards of', ...HEAD],
  rows: [row('held-out issuers', leftOut), row('the others', others), row('all', all)],
})

export const issuersByScript = ({ scripts }: IssuersFigures): Table => ({
  title: 'The same by script',
  head: ['script', ...HEAD],
  rows: scripts.map(({ script, ...tally }) => row(script, tally)),
})

/** The combined figures of two parts of a run; no issuer is in both. */
export function addIssuers(figures: IssuersFigures, earlier?: IssuersFigures): IssuersFigures {
  if (!earlier) return figures
  const scripts = [...new Set([...earlier.scripts, ...figures.scripts].map(({ script }) => script))]
  const of = ({ scripts: rows }: IssuersFigures, script: string) => rows.find((each) => each.script === script)
  return {
    scripts: scripts.map((script) => ({ script, ...sum(of(earlier, script), of(figures, script)) })),
    leftOut: sum(earlier.leftOut, figures.leftOut),
    others: sum(earlier.others, figures.others),
    all: sum(earlier.all, figures.all),
  }
}

function sum(a: Tally | undefined, b: Tally | undefined): Tally {
  const count = (name: 'named' | 'values' | 'dates') => ({
    n: (a?.[name].n ?? 0) + (b?.[name].n ?? 0),
    right: (a?.[name].right ?? 0) + (b?.[name].right ?? 0),
  })
  return {
    issuers: (a?.issuers ?? 0) + (b?.issuers ?? 0),
    named: count('named'),
    values: count('values'),
    dates: count('dates'),
  }
}

const row = (name: string, { issuers, named, values, dates }: Tally) => [
  name,
  issuers,
  `${named.right} of ${named.n}`,
  `${values.right} of ${values.n}`,
  `${dates.right} of ${dates.n}`,
]
