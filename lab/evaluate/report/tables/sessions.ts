import { percent, type Table } from '../../measure/table.ts'

export const END_NAMES = ['approve', 'refer', 'reject', 'incomplete', 'refused'] as const
/** Incomplete: a side is missing, nothing is decided. Refused: a picture was not accepted, after all attempts. */
export type End = (typeof END_NAMES)[number]

export interface SessionsFigures {
  outcomes: {
    scenario: string
    n: number
    ends: Record<End, number> /** Sessions in which a picture was taken again. */
    retaken: number
  }[]
}

export const sessionsPlayed = ({ outcomes }: SessionsFigures): Table => ({
  title: 'Whole sessions under the default policy',
  head: [
    'session',
    'n',
    'approved',
    'referred',
    'rejected',
    'incomplete',
    'picture refused',
    'with retakes',
    'approved of all',
  ],
  rows: outcomes.map(({ scenario, n, ends, retaken }) => [
    scenario,
    n,
    ...END_NAMES.map((end) => ends[end]),
    retaken,
    percent(ends.approve / n),
  ]),
})
