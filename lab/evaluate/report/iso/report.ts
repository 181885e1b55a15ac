import { type ErrorRate, errorRate, judgeRate, type Verdict } from '../../measure/interval.ts'
import { TONES } from '../../measure/skin-tone.ts'
import type { Identification } from '../../sets/faces/identify.ts'
import type { ReadFigures, SetName } from '../measured.ts'
import { CHALLENGE_ATTACKS } from '../tables/challenge.ts'

/** The requirements of NIST SP 800-63A-4 (final edition of 2025, "Requirements for the Use of Biometrics"). */
const NIST = {
  /** One-to-one comparison. */
  fmr: 1 / 10_000,
  fnmr: 1 / 100,
  /** Impostor attack presentation accept rate: below this. */
  iapar: 0.07,
  /** The maximum ratio between a group's rate and that of everybody. */
  groupRatio: 1.25,
} as const

/** The sets whose figures the report uses. */
export const ISO_SETS = [
  'faces',
  'facesPrinted',
  'facesMade',
  'whoPays',
  'age',
  'liveness',
  'livenessClose',
  'challenge',
  'redteam',
] as const satisfies readonly SetName[]

export interface IsoRow extends ErrorRate {
  what: string
  measure: 'FMR' | 'FNMR' | 'FPIR' | 'FNIR' | 'FTE' | 'FTA' | 'APCER' | 'BPCER' | 'IAPAR'
  /** The limit of NIST SP 800-63A-4, and how the interval compares with it; absent if there is no limit. */
  limit?: number
  verdict?: Verdict
}

interface IsoGroupRow extends IsoRow {
  category: 'sex' | 'age' | 'skin tone'
  /** The group's rate over that of everybody (ISO/IEC 19795-10). */
  ratio: number
}

interface IsoSpecies extends IsoRow {
  /** Presentations without an answer (no face found): counted as not accepted, and also shown separately. */
  nonResponses: number
}

export interface IsoReport {
  /** Only the maker has tested it. */
  status: 'self-tested'
  standards: string[]
  threshold: { match: number; liveness: number }
  matching: IsoRow[]
  /** One-to-many search among all enrolled people, with their number. */
  identification: IsoRow[]
  acquisition: IsoRow[]
  det: { score: number; fmr: ErrorRate; fnmr: ErrorRate }[]
  attacks: IsoSpecies[]
  /**
   * The species with the highest rate, and the one with the highest rate among those with at least ten presentations.
   */
  worst: { ofAll: IsoSpecies; ofTen: IsoSpecies }
  bonaFide: IsoSpecies[]
  challenge: IsoRow[]
  system: IsoRow[]
  matchGroups: IsoGroupRow[]
  livenessGroups: IsoGroupRow[]
}

/** The report, from existing figures. */
export function isoReport(figures: ReadFigures): IsoReport {
  const [faces, printed, taken] = [figures('faces'), figures('facesPrinted'), figures('facesMade').taken]
  const { genuine, impostor, falseAccepts, falseRejects } = faces.crossPairs
  const photographed = taken['as photographed']
  if (!photographed) throw new Error('the set facesMade has no pictures as photographed')
  const selfies = everybody(figures('whoPays').selfies)
  const attacks = [
    ...speciesOf('full frame', figures('liveness').byKind),
    ...speciesOf('close', figures('livenessClose').byKind),
  ]
  return {
    status: 'self-tested',
    standards: ['ISO/IEC 19795-1:2021', 'ISO/IEC 19795-10:2024', 'ISO/IEC 30107-3:2023', 'NIST SP 800-63A-4'],
    threshold: { match: faces.threshold, liveness: figures('liveness').threshold },
    matching: [
      row('every picture against every other', 'FMR', falseAccepts, impostor, NIST.fmr),
      row('every picture against every other', 'FNMR', falseRejects, genuine, NIST.fnmr),
      row('face printed on a card against a picture', 'FMR', printed.falseAccepts, printed.impostors, NIST.fmr),
      row('face printed on a card against a picture', 'FNMR', printed.falseRejects, printed.cards, NIST.fnmr),
    ],
    identification: identificationRows(faces.identification),
    acquisition: [
      row('picture of a face, as a reference', 'FTE', faces.notEnrolled, faces.pictures),
      row('portrait on a photographed card', 'FTE', printed.portraitNotFound + printed.portraitRefused, printed.cards),
      row('press photograph sent as a selfie', 'FTA', selfies.refused, selfies.n),
      row('full-frame photograph sent as a selfie', 'FTA', photographed.n - photographed.accepted, photographed.n),
    ],
    det: faces.curve.map(({ score, fmr, fnmr }) => ({
      score,
      fmr: errorRate(Math.round(fmr * impostor), impostor),
      fnmr: errorRate(Math.round(fnmr * genuine), genuine),
    })),
    attacks: attacks.filter(({ measure }) => measure === 'APCER'),
    worst: worstOf(attacks.filter(({ measure }) => measure === 'APCER')),
    bonaFide: attacks.filter(({ measure }) => measure === 'BPCER'),
    challenge: [
      ...Object.entries(figures('challenge').attacks).map(([name, { n, passed }]) =>
        row(CHALLENGE_ATTACKS[name] ?? name, 'APCER', passed, n, NIST.iapar),
      ),
      row(
        'head that follows the instructions',
        'BPCER',
        unpassed(figures('challenge').genuine),
        figures('challenge').genuine.n,
      ),
    ],
    system: Object.entries(figures('redteam').byKind)
      .filter(([kind]) => kind.includes('selfie'))
      .map(([kind, { n, approved }]) => row(kind, 'IAPAR', approved, n, NIST.iapar)),
    matchGroups: faces.groups
      .filter(({ group }) => categoryOf(group) !== undefined)
      .flatMap((each) => [
        groupRow(each.group, 'FMR', [each.falseAccepts, each.impostors], [falseAccepts, impostor]),
        groupRow(each.group, 'FNMR', [each.falseRejects, each.genuine], [falseRejects, genuine]),
      ])
      .filter(({ n }) => n > 0),
    livenessGroups: figures('whoPays')
      .selfies.filter(({ group, n }) => categoryOf(group) !== undefined && n > 0)
      .flatMap((each) => [
        groupRow(each.group, 'FTA', [each.refused, each.n], [selfies.refused, selfies.n]),
        groupRow(
          each.group,
          'BPCER',
          [each.notLive, each.n - each.refused],
          [selfies.notLive, selfies.n - selfies.refused],
        ),
      ])
      .filter(({ n }) => n > 0),
  }
}

function identificationRows({
  galleries,
  mated,
  missed,
  nonMated,
  foundSomebody,
  threshold,
}: Identification): IsoRow[] {
  const among = `among ${galleries.join(' and ')} enrolled people, score ${threshold}`
  return [
    row(`person who is not enrolled, ${among}`, 'FPIR', foundSomebody, nonMated),
    row(`person who is enrolled, ${among}`, 'FNIR', missed, mated),
  ]
}

const unpassed = ({ n, passed }: { n: number; passed: number }) => n - passed

function row(what: string, measure: IsoRow['measure'], errors: number, n: number, limit?: number): IsoRow {
  const rate = errorRate(errors, n)
  return { what, measure, ...rate, ...(limit !== undefined && { limit, verdict: judgeRate(rate, limit) }) }
}

function groupRow(
  group: string,
  measure: IsoRow['measure'],
  [errors, n]: [number, number],
  [allErrors, all]: [number, number],
): IsoGroupRow {
  const whole = allErrors / all
  const limit = NIST.groupRatio * whole
  const category = categoryOf(group)
  if (!category) throw new Error(`"${group}" is not a demographic group`)
  return { category, ...row(group, measure, errors, n, limit), ratio: errors / n / whole }
}

function categoryOf(group: string): IsoGroupRow['category'] | undefined {
  if (group === 'women' || group === 'men') return 'sex'
  if ((TONES as readonly string[]).includes(group)) return 'skin tone'
  return /\d/.test(group) ? 'age' : undefined
}

function everybody<Row extends { group: string }>(rows: readonly Row[]): Row {
  const all = rows.find(({ group }) => group === 'all')
  if (!all) throw new Error('the set has no row for everybody')
  return all
}

/** Live pictures are bona fide presentations; everything else is a species of attack instrument. */
const speciesOf = (
  framing: string,
  byKind: Record<string, { n: number; accepted: number; noFace: number }>,
): IsoSpecies[] =>
  Object.entries(byKind).map(([kind, { n, accepted, noFace }]) => ({
    ...(kind === 'live'
      ? row(`live, ${framing}`, 'BPCER', n - accepted, n)
      : row(`${kind}, ${framing}`, 'APCER', accepted, n, NIST.iapar)),
    nonResponses: noFace,
  }))

function worstOf(species: readonly IsoSpecies[]): IsoReport['worst'] {
  const highest = (some: readonly IsoSpecies[]) => {
    const [first, ...rest] = some
    if (!first) throw new Error('there are no attacks to report')
    return rest.reduce((worst, each) => (isWorse(each, worst) ? each : worst), first)
  }
  return { ofAll: highest(species), ofTen: highest(species.filter(({ n }) => n >= 10)) }
}

/** At equal rates, the one with more presentations. */
const isWorse = (a: ErrorRate, b: ErrorRate) => a.rate > b.rate || (a.rate === b.rate && a.n > b.n)
