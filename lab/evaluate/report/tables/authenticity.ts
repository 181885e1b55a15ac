import { percent, type Table } from '../../measure/table.ts'

export interface TamperedCounts {
  genuine: number
  forged: number
  /** Absent if there are no genuine or no forged pictures to compare. */
  auc?: number
  /** The share of forged pictures that pass at the limit that flags one of ten genuine ones; absent as above. */
  missAt10?: number
  /** At the product's own limit. */
  flaggedGenuine: number
  flaggedForged: number
  byKind: Record<string, { n: number; flagged: number }>
  /** For each kind of edit, compared with all genuine pictures. */
  aucByKind: Record<string, number>
}

export interface TamperedFigures extends TamperedCounts {
  /**
   * By whether scans of the type were used in training; each with the limit of its own genuine pictures. Absent if
   * there are none.
   */
  byTraining: Partial<Record<'trained' | 'untrained', TamperedCounts>>
  byModel: Record<string, TamperedCounts['byKind']>
}

export const editsFlagged = ({ genuine, forged, missAt10, byKind, aucByKind, ...figures }: TamperedFigures): Table => ({
  title: 'Edited pictures',
  head: ['pictures', 'n', 'flagged', 'area under the curve', 'passed where 10 % of genuine are flagged'],
  rows: [
    ...Object.entries(byKind).map(([kind, { n, flagged }]) => [
      NAMES[kind] ?? kind,
      n,
      flagged,
      aucByKind[kind]?.toFixed(3) ?? '',
      '',
    ]),
    ['all genuine', genuine, figures.flaggedGenuine, '', ''],
    ['all edited', forged, figures.flaggedForged, figures.auc?.toFixed(3) ?? '–', shareOf(missAt10)],
  ],
})

const NAMES: Record<string, string> = {
  untouched: 'genuine: as scanned',
  recompressed: 'genuine: saved again',
  portrait: 'edited: portrait of another document',
  text: 'edited: printed value of another document',
}

export const editsByTraining = ({ byTraining: { trained, untrained } }: TamperedFigures): Table => ({
  title: 'Edited pictures, by whether scans of the type were trained on',
  head: [
    'types',
    'genuine flagged',
    'values flagged',
    'portraits flagged',
    'passed where 10 % of genuine are flagged',
    'area under the curve: values, portraits',
  ],
  rows: (
    [
      ['trained on', trained],
      ['never seen', untrained],
    ] as const
  ).flatMap(([name, counts]) => {
    if (!counts) return []
    const { genuine, flaggedGenuine, missAt10, byKind, aucByKind } = counts
    return [
      [
        name,
        `${flaggedGenuine} of ${genuine}`,
        of(byKind.text),
        of(byKind.portrait),
        shareOf(missAt10),
        `${aucByKind.text?.toFixed(2) ?? '–'}, ${aucByKind.portrait?.toFixed(2) ?? '–'}`,
      ],
    ]
  }),
})

const shareOf = (share: number | undefined) => (share === undefined ? '–' : percent(share))

const of = (counts: { n: number; flagged: number } | undefined) => (counts ? `${counts.flagged} of ${counts.n}` : '')

export interface DrawnFigures {
  /** Drawn documents, by how the file was saved. */
  drawn: Record<string, { n: number; flagged: number }>
  /** Pictures taken by a camera or a scanner, by set. */
  taken: Record<string, { n: number; flagged: number }>
}

export const drawnDetected = (figures: DrawnFigures): Table => ({
  title: 'Pictures that no camera took',
  head: ['pictures', 'n', 'flagged', 'share'],
  rows: [
    rowOf(`drawn, saved in ${Object.keys(figures.drawn).length} ways`, figures.drawn),
    rowOf('photographed or scanned', figures.taken),
  ],
})

function rowOf(name: string, counts: DrawnFigures['drawn']): (string | number)[] {
  const [n, flagged] = [sumOf(counts, 'n'), sumOf(counts, 'flagged')]
  return [name, n, flagged, percent(flagged / n)]
}

export const sumOf = (counts: DrawnFigures['drawn'], what: 'n' | 'flagged') =>
  Object.values(counts).reduce((total, each) => total + each[what], 0)

export interface SamePhotographFigures {
  threshold: number
  byKind: Record<string, { n: number; found: number }>
  different: { n: number; taken: number }
  others: { n: number; taken: number }
}

export const samePhotographsDetected = ({ threshold, byKind, different, others }: SamePhotographFigures): Table => ({
  title: `Copies of one photograph, and different photographs; the same above ${threshold}`,
  head: ['pairs', 'n', 'judged the same', 'share'],
  rows: [
    ...copiesFound(byKind),
    ['different photographs of one person', different.n, different.taken, percent(different.taken / different.n, 2)],
    ['photographs of two people', others.n, others.taken, percent(others.taken / others.n, 2)],
  ],
})

/** Kinds of copies that were all found are merged into one row. */
function copiesFound(byKind: SamePhotographFigures['byKind']): (string | number)[][] {
  const kinds = Object.entries(byKind)
  const whole = kinds.filter(([, { n, found }]) => n === found)
  const n = whole.reduce((sum, [, kind]) => sum + kind.n, 0)
  return [
    ...(n ? [[`copies: ${whole.map(([kind]) => kind).join('; ')}`, n, n, percent(1, 2)]] : []),
    ...kinds
      .filter(([, kind]) => kind.found < kind.n)
      .map(([kind, { n: pairs, found }]) => [kind, pairs, found, percent(found / pairs, 2)]),
  ]
}
