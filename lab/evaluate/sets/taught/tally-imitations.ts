import { CLEARLY_GENUINE } from '../../../../src/domain/decision/factors/document-authenticity.ts'
import { OPERATING_POINT } from '../../../../src/domain/decision/rule.ts'
import { equalError } from '../../measure/rates.ts'
import { percent, type Table } from '../../measure/table.ts'
import type { ComparedPhoto } from './compare-photo.ts'

/** One picture compared with its reference. */
export interface Compared extends ComparedPhoto {
  model: string
  shots: number
  isScan: boolean
  /** Absent of a genuine one. */
  method?: string
  family?: string
  /** By a method that no limit was chosen on. */
  isApart?: boolean
}

export interface Tally {
  n: number
  recognised: number
  refused: number
  /** Recognised, not refused, and not approved either: the picture does not show pattern or print, or is near the limit. */
  referred: number
  /** What would be approved: recognised, judged by its pattern, nothing against it. */
  passed: number
}

interface ImitationFigures {
  byShots: Record<
    string,
    {
      genuine: Record<'scans' | 'phone', Tally>
      byMethod: Record<string, Tally>
      /** The same imitations by family of methods, by document type, and by how the picture was taken. */
      byFamily: Record<string, Tally>
      byModel: Record<string, Tally>
      byCapture: Record<'scans' | 'phone', Tally>
      /** By the score alone, of genuine pictures and imitations that were compared. */
      eer: number
      /** What the reference would approve in live mode, of genuine pictures and of imitations by all methods. */
      redteam: Record<'genuine' | 'imitations' | 'apart', { n: number; refused: number; approved: number }>
      leftOut: LeftOut
    }
  >
}

/** What becomes of each document type at a limit that was chosen on the others. */
interface LeftOut {
  genuine: { n: number; refused: number }
  imitations: { n: number; refused: number }
  byFamily: Record<string, { n: number; refused: number }>
  limits: Record<string, number>
}

export function tallyImitations(compared: readonly Compared[]): ImitationFigures {
  const shots = [...new Set(compared.map((each) => each.shots))].toSorted()
  return {
    byShots: Object.fromEntries(
      shots.map((each) => {
        const of = compared.filter((one) => one.shots === each)
        const genuine = of.filter(({ method }) => method === undefined)
        const made = of.filter(({ method }) => method !== undefined)
        return [
          each,
          {
            genuine: {
              scans: tallyOf(genuine.filter(({ isScan }) => isScan)),
              phone: tallyOf(genuine.filter(({ isScan }) => !isScan)),
            },
            byMethod: tallyBy(made, ({ method = '' }) => method),
            byFamily: tallyBy(made, ({ family = '' }) => family),
            byModel: tallyBy(made, ({ model }) => model),
            byCapture: {
              scans: tallyOf(made.filter(({ isScan }) => isScan)),
              phone: tallyOf(made.filter(({ isScan }) => !isScan)),
            },
            eer: made.length ? equalError({ positives: scoresOf(genuine), negatives: scoresOf(made) }).eer : 0,
            redteam: {
              genuine: approvedOf(genuine),
              imitations: approvedOf(of.filter(({ method, isApart }) => method !== undefined && !isApart)),
              apart: approvedOf(of.filter(({ isApart }) => isApart)),
            },
            leftOut: leaveOut(of),
          },
        ]
      }),
    ),
  }
}

const scoresOf = (all: readonly Compared[]): number[] => all.flatMap(({ score }) => score ?? [])

const tallyBy = (all: readonly Compared[], by: (one: Compared) => string): Record<string, Tally> =>
  Object.fromEntries([...Map.groupBy(all, by)].map(([name, some]) => [name, tallyOf(some)]))

export function tallyOf(all: readonly ComparedPhoto[]): Tally {
  const count = (is: (one: ComparedPhoto) => boolean) => all.filter(is).length
  return {
    n: all.length,
    recognised: count(({ isRecognised }) => isRecognised),
    refused: count((one) => isUnder(one, OPERATING_POINT)),
    referred: count((one) => one.isRecognised && !isUnder(one, OPERATING_POINT) && !isApproved(one)),
    passed: count(isApproved),
  }
}

const approvedOf = (all: readonly Compared[]) => {
  const { n, refused, passed } = tallyOf(all)
  return { n, refused, approved: passed }
}

const isApproved = ({ isRecognised, isWhole, score = 0 }: ComparedPhoto): boolean =>
  isRecognised && isWhole && score >= CLEARLY_GENUINE

const isUnder = ({ score }: ComparedPhoto, limit: number): boolean => score !== undefined && score <= limit

/** Of the genuine pictures so many may be refused where the limit is chosen. */
const MOST_REFUSED = 0.03

/** For each type the limit that refuses that share of the genuine pictures of the other types. Imitations have no say in it, so every method is left out too. */
function leaveOut(compared: readonly Compared[]): LeftOut {
  const models = [...new Set(compared.map(({ model }) => model))]
  const limits = Object.fromEntries(models.map((model) => [model, limitWithout(compared, model)]))
  const isRefused = (one: Compared) => isUnder(one, limits[one.model] as number)
  const rate = (all: readonly Compared[]) => ({ n: all.length, refused: all.filter(isRefused).length })
  const imitations = compared.filter(({ method }) => method !== undefined)
  const families = Map.groupBy(imitations, ({ family = '' }) => family)
  return {
    limits,
    genuine: rate(compared.filter(({ method }) => method === undefined)),
    imitations: rate(imitations),
    byFamily: Object.fromEntries([...families].map(([name, all]) => [name, rate(all)])),
  }
}

function limitWithout(compared: readonly Compared[], model: string): number {
  const scores = compared
    .filter((one) => one.method === undefined && one.model !== model && one.score !== undefined)
    .map(({ score = 0 }) => score)
    .toSorted((a, b) => a - b)
  const most = Math.floor(MOST_REFUSED * scores.length)
  return Math.max(0, Math.min(99, (scores[most] ?? OPERATING_POINT) - 1))
}

export function imitationTables({ byShots }: ImitationFigures): Table[] {
  const rowsOf = (shots: string, tallies: Record<string, Tally>) =>
    Object.entries(tallies).map(([name, tally]) => rowOf(shots, name, tally))
  const rows = Object.entries(byShots).flatMap(([shots, { genuine, byMethod }]) => [
    rowOf(shots, 'genuine: scans', genuine.scans),
    rowOf(shots, 'genuine: phone photos', genuine.phone),
    ...rowsOf(shots, byMethod),
  ])
  const groups = Object.entries(byShots).flatMap(([shots, { byCapture, byFamily, byModel }]) => [
    rowOf(shots, 'of scans', byCapture.scans),
    rowOf(shots, 'of phone photos', byCapture.phone),
    ...rowsOf(shots, byFamily),
    ...rowsOf(shots, byModel),
  ])
  const leftOut = Object.entries(byShots).flatMap(
    ([
      shots,
      {
        leftOut: { genuine, imitations, byFamily },
      },
    ]) => [
      [shots, 'genuine', genuine.n, genuine.refused, share(genuine.refused, genuine.n)],
      [shots, 'imitations', imitations.n, imitations.refused, share(imitations.refused, imitations.n)],
      ...Object.entries(byFamily).map(([name, { n, refused }]) => [shots, `— ${name}`, n, refused, share(refused, n)]),
    ],
  )
  const approved = Object.entries(byShots).flatMap(([shots, { redteam }]) =>
    Object.entries(redteam).map(([name, { n, refused, approved: count }]) => [
      shots,
      name === 'apart' ? 'imitations by methods that no limit was chosen on' : name,
      n,
      refused,
      share(refused, n),
      count,
      share(count, n),
    ]),
  )
  return [
    {
      title: 'Approved by the reference, with nothing else against them',
      head: ['taught with', 'pictures', 'n', 'refused', 'share', 'approved', 'share'],
      rows: approved,
    },
    {
      title: 'Imitations by method',
      head: ['taught with', 'pictures', 'n', 'recognised', 'refused', 'referred', 'passed'],
      rows,
    },
    {
      title: 'Imitations by how the picture was taken, by family of methods and by document',
      head: ['taught with', 'imitations', 'n', 'recognised', 'refused', 'referred', 'passed'],
      rows: groups,
    },
    {
      title: 'Equal error rate by the score',
      head: ['taught with', 'equal error rate'],
      rows: Object.entries(byShots).map(([shots, { eer }]) => [shots, percent(eer)]),
    },
    {
      title: 'At a limit chosen on the other types, by no imitation',
      head: ['taught with', 'pictures', 'n', 'refused', 'share'],
      rows: leftOut,
    },
  ]
}

const rowOf = (shots: string, name: string, { n, recognised, refused, referred, passed }: Tally) => [
  shots,
  name,
  n,
  recognised,
  refused,
  referred,
  passed,
]

const share = (count: number, n: number): string => (n ? percent(count / n) : '–')
