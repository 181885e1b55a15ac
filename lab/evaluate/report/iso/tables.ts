import type { ErrorRate } from '../../measure/interval.ts'
import { percent, type Table, thousands } from '../../measure/table.ts'
import type { ReadFigures } from '../measured.ts'
import type { View } from '../views.ts'
import { type IsoReport, type IsoRow, isoReport } from './report.ts'

const share = (measure: IsoRow['measure'], value: number): string =>
  measure === 'FMR' ? value.toExponential(1) : percent(value)

const interval = (measure: IsoRow['measure'], { low, high }: ErrorRate): string =>
  `${share(measure, low)} to ${share(measure, high)}`

const counts = ({ errors, n }: ErrorRate): string => `${thousands(errors)} of ${thousands(n)}`

const measured = (row: IsoRow): string[] => [
  row.measure,
  counts(row),
  share(row.measure, row.rate),
  interval(row.measure, row),
]

const judged = ({ verdict }: IsoRow): string => verdict ?? '–'

const HEAD = ['measure', 'errors', 'rate', '95 % interval']

const rowsTable = (title: string, rows: readonly IsoRow[]): Table => ({
  title,
  head: ['what', ...HEAD, 'self-tested'],
  rows: rows.map((row) => [row.what, ...measured(row), judged(row)]),
})

/** Merges kinds of attack with the same figures into one row. */
const joined = (rows: readonly IsoRow[]): IsoRow[] =>
  [...Map.groupBy(rows, (row) => `${row.measure} ${counts(row)}`).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    return others.length ? { ...first, what: `${1 + others.length} kinds of attack, each` } : first
  })

/**
 * A row for each group, with two measures: errors, and the ratio to the rate of everybody. The intervals are in the
 * data.
 */
const groupsTable = (title: string, rows: IsoReport['matchGroups']): Table => {
  const measures = [...new Set(rows.map(({ measure }) => measure))]
  return {
    title,
    head: ['group', ...measures.flatMap((measure) => [measure, 'ratio to everybody'])],
    rows: [...Map.groupBy(rows, ({ what }) => what)].map(([group, found]) => [
      group,
      ...measures.flatMap((measure) => {
        const row = found.find((each) => each.measure === measure)
        return row ? [counts(row), `${row.ratio.toFixed(2)}, ${row.verdict}`] : ['–', '–']
      }),
    ]),
  }
}

const TABLES = {
  matching: ({ matching }) => rowsTable('Comparison at the threshold of the product', matching),
  identification: ({ identification }) => ({
    title: 'The duplicate check (1:N)',
    head: ['what', ...HEAD],
    rows: identification.map((row) => [row.what, ...measured(row)]),
  }),
  acquisition: ({ acquisition }) => ({
    title: 'Pictures from which no face was taken',
    head: ['what', ...HEAD],
    rows: acquisition.map((row) => [row.what, ...measured(row)]),
  }),
  attacks: ({ attacks, worst, bonaFide }) => ({
    title: 'Presentation attack detection from one picture',
    head: ['species', ...HEAD, 'self-tested'],
    rows: [
      ...attacks,
      { ...worst.ofAll, what: `worst species: ${worst.ofAll.what}` },
      { ...worst.ofTen, what: `worst with ten or more presentations: ${worst.ofTen.what}` },
      ...bonaFide,
    ].map((row) => [row.what, ...measured(row), judged(row)]),
  }),
  challenge: ({ challenge }) => rowsTable('The liveness challenge alone, on drawn films', joined(challenge)),
  system: ({ system }) => rowsTable('Whole sessions with an attack on the selfie', system),
  matchGroups: ({ matchGroups }) => groupsTable('Comparison by group', matchGroups),
} satisfies Record<string, (report: IsoReport) => Table>

/** The sets that a table shows, so that the page can state the provenance of its figures. */
const SETS: Record<keyof typeof TABLES, View['sets']> = {
  matching: ['faces', 'facesPrinted'],
  identification: ['faces'],
  acquisition: ['faces', 'facesPrinted', 'whoPays', 'facesMade'],
  attacks: ['liveness', 'livenessClose'],
  challenge: ['challenge'],
  system: ['redteam'],
  matchGroups: ['faces'],
}

/** The reliability of the groups: they are estimated from pictures, except for labelled ones. */
function labelErrors(figures: ReadFigures): Table {
  const { n, mae, genderAccuracy } = figures('age')
  const { pairs, people, meanDifference, p95, sameClass, withinOne } = figures('faces').skinTone
  return {
    title: 'Errors of the estimates that make the groups',
    head: ['estimate', 'shown on', 'error'],
    rows: [
      ['sex', `${thousands(n)} labelled pictures`, `${percent(1 - genderAccuracy)} wrong`],
      ['age', `${thousands(n)} labelled pictures`, `${mae.toFixed(1)} years, mean`],
      [
        'skin tone',
        `${thousands(pairs)} pairs of pictures of ${thousands(people)} people`,
        `two pictures of one person are ${meanDifference.toFixed(0)}° apart (95 of 100 below ${p95.toFixed(0)}°), ` +
          `in one class ${percent(sameClass / pairs)}, at most in the next ${percent(withinOne / pairs)}`,
      ],
    ],
  }
}

/** The tables of the report, by their names in the page. */
export const ISO_VIEWS: Record<string, View> = {
  ...Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [
      `iso.${name}`,
      {
        sets: SETS[name as keyof typeof TABLES],
        sourced: true,
        table: (figures: ReadFigures) => table(isoReport(figures)),
      },
    ]),
  ),
  'iso.labels': { sets: ['age', 'faces'], sourced: true, table: labelErrors },
}
