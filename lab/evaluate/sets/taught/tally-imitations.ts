import { CLEARLY_GENUINE, OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import { equalError } from '../../measure/rates.ts'
import type { ComparedPhoto } from './compare-photo.ts'

/** One picture compared with its reference. */
export interface Compared extends ComparedPhoto {
  model: string
  shots: number
  isScan: boolean
  /** Absent for a genuine one. */
  method?: string
  family?: string
  /** By a method that no limit was chosen on. */
  isApart?: boolean
}

export interface Tally {
  n: number
  recognised: number
  refused: number
  /** Recognised, but neither refused nor approved: the picture does not show pattern or print, or is near the limit. */
  referred: number
  /** What would be approved: recognised, with its pattern judged and no finding against it. */
  passed: number
}

/** Scans, and photographs by phone. */
export type ByCapture = Record<'scans' | 'phone', Tally>

export interface ImitationFigures {
  byShots: Record<
    string,
    {
      genuine: ByCapture
      byMethod: Record<string, ByCapture>
      /** The same imitations by family of methods, by document type, and by how the picture was taken. */
      byFamily: Record<string, Tally>
      byModel: Record<string, Tally>
      byCapture: ByCapture
      /** By the score only, for genuine pictures and imitations that were compared. */
      eer: number
      /** What the reference would approve in live mode, for genuine pictures and for imitations by all methods. */
      redteam: Record<'genuine' | 'imitations' | 'apart', { n: number; refused: number; approved: number }>
    }
  >
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
            genuine: captureOf(genuine),
            byMethod: tallyBy(made, ({ method = '' }) => method, captureOf),
            byFamily: tallyBy(made, ({ family = '' }) => family, tallyOf),
            byModel: tallyBy(made, ({ model }) => model, tallyOf),
            byCapture: captureOf(made),
            eer: made.length ? equalError({ positives: scoresOf(genuine), negatives: scoresOf(made) }).eer : 0,
            redteam: {
              genuine: approvedOf(genuine),
              imitations: approvedOf(of.filter(({ method, isApart }) => method !== undefined && !isApart)),
              apart: approvedOf(of.filter(({ isApart }) => isApart)),
            },
          },
        ]
      }),
    ),
  }
}

const scoresOf = (all: readonly Compared[]): number[] => all.flatMap(({ score }) => score ?? [])

const tallyBy = <Of>(
  all: readonly Compared[],
  by: (one: Compared) => string,
  of: (some: readonly Compared[]) => Of,
): Record<string, Of> => Object.fromEntries([...Map.groupBy(all, by)].map(([name, some]) => [name, of(some)]))

const captureOf = (all: readonly Compared[]): ByCapture => ({
  scans: tallyOf(all.filter(({ isScan }) => isScan)),
  phone: tallyOf(all.filter(({ isScan }) => !isScan)),
})

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
