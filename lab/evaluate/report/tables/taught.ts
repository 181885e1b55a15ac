import { percent, rate, type Table } from '../../measure/table.ts'
import type { CrossTally } from '../../sets/taught/cross.ts'
import type { Tally } from '../../sets/taught/tally-imitations.ts'

export interface TaughtFigures {
  byShots: Record<string, TaughtTally>
  /** Taught with three pictures of one kind, compared with pictures of another; absent if the folder has no scans. */
  cross?: Record<string, CrossTally>
}

export interface TaughtTally {
  models: number
  test: number
  recognised: number
  wrongModel: number
  fields: { n: number; exact: number }
  genuineRefused: number
  imitations: number
  imitationsRefused: number
  eer: number
  byKind: Record<string, { n: number; refused: number }>
  /** The genuine ones taken by phone. */
  photographs: { n: number; refused: number }
  /** Time to learn one document. */
  seconds: { most: number; mean: number }
}

export const taughtRead = ({ byShots }: TaughtFigures): Table => ({
  title: 'Taught documents',
  head: ['taught with', 'recognised', 'share', 'another model', 'values exact', 'share', 'seconds to learn, at most'],
  rows: Object.entries(byShots).map(([shots, tally]) => [
    shots === '1' ? 'one picture' : `${shots} pictures`,
    ...rate(tally.recognised, tally.test),
    tally.wrongModel,
    ...rate(tally.fields.exact, tally.fields.n),
    tally.seconds.most.toFixed(1),
  ]),
})

export const taughtCompared = ({ byShots }: TaughtFigures): Table => ({
  title: 'Compared with their model',
  head: ['taught with', 'pictures', 'refused', 'share', 'equal error rate'],
  rows: Object.entries(byShots).flatMap(([shots, tally]) => {
    const name = shots === '1' ? 'one picture' : `${shots} pictures`
    return [
      [`${name}: genuine`, ...refused(tally.test, tally.genuineRefused), percent(tally.eer)],
      [`${name}: imitations`, ...refused(tally.imitations, tally.imitationsRefused), ''],
    ]
  }),
})

export const taughtCross = ({ cross = {} }: TaughtFigures): Table => ({
  title: 'Taught with pictures of one kind, compared with another',
  head: [
    'taught with → compared with',
    'types',
    'pictures',
    'n',
    'recognised',
    'refused',
    'share',
    'referred',
    'passed',
  ],
  rows: Object.entries(cross).flatMap(([kinds, { types, genuine, imitations }]) => [
    [kinds, types, 'genuine', ...outcome(genuine)],
    ...(imitations.n ? [[kinds, types, 'imitations', ...outcome(imitations)]] : []),
  ]),
})

const outcome = ({ n, recognised, refused: count, referred, passed }: Tally): (string | number)[] => [
  n,
  recognised,
  count,
  n ? percent(count / n) : '–',
  referred,
  passed,
]

const refused = (n: number, count: number): [number, number, string] => [n, count, n ? percent(count / n) : '–']
