import { percent, type Table } from '../../measure/table.ts'
import type { ImitationFigures, Tally } from '../../sets/taught/tally-imitations.ts'
import type { TriplesFigures } from '../../sets/taught/triples.ts'

/** Genuine pictures and imitations. */
export const imitationsCompared = ({ byShots }: ImitationFigures): Table => ({
  title: 'Genuine pictures and imitations',
  head: ['taught with', 'pictures', 'n', 'recognised', 'refused', 'share', 'referred', 'approved', 'equal error rate'],
  rows: Object.entries(byShots).flatMap(([shots, { genuine, byCapture, eer }]) => {
    const row = (name: string, tally: Tally, last = '') => [nameOf(shots), name, ...outcome(tally), last]
    return [
      row('genuine scans', genuine.scans, percent(eer)),
      row('genuine phone photos', genuine.phone),
      row('imitations of scans', byCapture.scans),
      row('imitations of phone photos', byCapture.phone),
    ]
  }),
})

/** By method, for the largest number of teaching pictures. */
export const imitationsByMethod = ({ byShots }: ImitationFigures): Table => ({
  title: 'Imitations by method',
  head: ['method', 'scans refused', 'approved', 'phone photos refused', 'approved'],
  rows: Object.entries(Object.values(byShots).at(-1)?.byMethod ?? {}).map(([method, { scans, phone }]) => [
    method,
    `${scans.refused} of ${scans.n}`,
    scans.passed,
    `${phone.refused} of ${phone.n}`,
    phone.passed,
  ]),
})

export const triplesCompared = ({ scans, phone, notLearnt }: TriplesFigures): Table => ({
  title: 'Taught with other triples of genuine pictures',
  head: ['genuine pictures', 'triples', 'not learnt', 'n', 'recognised', 'refused', 'share', 'referred', 'approved'],
  rows: [
    ['scans', scans.triples, notLearnt.scans, ...outcome(scans)],
    ['phone photos', phone.triples, notLearnt.phone, ...outcome(phone)],
  ],
})

const nameOf = (shots: string): string => (shots === '1' ? 'one picture' : `${shots} pictures`)

const outcome = ({ n, recognised, refused, referred, passed }: Tally): (string | number)[] => [
  n,
  recognised,
  refused,
  share(refused, n),
  referred,
  passed,
]

const share = (count: number, n: number): string => (n ? percent(count / n) : '–')
