import { percent, type Table, thousands } from '../../measure/table.ts'

/** New drawn MRZ lines that the shipped reader gets exactly, without any grammar. */
export interface MrzLinesFigures {
  byLevel: Record<string, { n: number /** As a share. */; exact: number; byLength: Record<string, number> }>
}

export const mrzLinesRead = ({ byLevel }: MrzLinesFigures): Table => ({
  title: 'Fresh synthetic MRZ lines, exact without any grammar',
  head: ['level', 'lines', 'exact', ...lengthsOf(byLevel).map((length) => `${length} characters`)],
  rows: Object.entries(byLevel).map(([level, { n, exact, byLength }]) => [
    level,
    thousands(n),
    percent(exact),
    ...lengthsOf(byLevel).map((length) => (byLength[length] === undefined ? '' : percent(byLength[length]))),
  ]),
})

const lengthsOf = (byLevel: MrzLinesFigures['byLevel']) => [
  ...new Set(Object.values(byLevel).flatMap(({ byLength }) => Object.keys(byLength))),
]
