import type { ToneError } from '../../measure/skin-tone.ts'
import { percent, type Table, thousands } from '../../measure/table.ts'
import type { Identification } from '../../sets/faces/identify.ts'

export interface FacesFigures {
  pairs: number
  pictures: number
  notEnrolled: number
  eer: number
  tarAtFar1e2: number
  tarAtFar1e3: number
  tarAtFar1e4: number
  threshold: number
  falseAccepts: number
  falseRejects: number
  labelledEer: number
  crossPairs: { genuine: number; impostor: number; falseAccepts: number; falseRejects: number }
  /** The meaning of a score, over all cross pairs. */
  curve: { score: number; fmr: number; fnmr: number }[]
  /** Limits chosen on one half of the people, and the errors of the other half with them. */
  halves: { far: number; threshold: number; fmr: number; fnmr: number }[]
  /** Errors at the operating point; sex and age as estimated by the engine's own net. */
  groups: { group: string; genuine: number; falseRejects: number; impostors: number; falseAccepts: number }[]
  /** The duplicate check: everybody against all enrolled people. */
  identification: Identification
  /** The error of a skin tone that is estimated from one picture. */
  skinTone: ToneError
  cpuMs: { p50: number; p95: number }
}

export const facesMatched = (json: FacesFigures): Table => ({
  title: 'faces: match',
  head: ['pictures', 'not enrolled', 'labelled pairs', 'false accepts', 'false rejects', ...RATES, 'at 1e-4'],
  rows: [
    [
      thousands(json.pictures),
      json.notEnrolled,
      thousands(json.pairs),
      json.falseAccepts,
      json.falseRejects,
      percent(json.eer, 2),
      percent(json.tarAtFar1e2, 2),
      percent(json.tarAtFar1e3, 2),
      percent(json.tarAtFar1e4, 2),
    ],
  ],
})

const RATES = ['EER', 'TAR at 1e-2', 'at 1e-3']

export const facesCurve = ({ curve }: FacesFigures): Table => ({
  title: 'faces: score and error rates over all cross pairs',
  head: ['score', ...curve.map(({ score }) => String(score))],
  rows: [
    ['false match rate', ...curve.map(({ fmr }) => fmr.toExponential(1))],
    ['false non-match rate', ...curve.map(({ fnmr }) => percent(fnmr, 2))],
  ],
})

export const facesHalves = ({ halves }: FacesFigures): Table => ({
  title: 'faces: limits chosen on one half of the people, shown on the other',
  head: [
    'false matches aimed at',
    'limit (score)',
    'false match rate of the others',
    'genuine pairs of theirs accepted',
  ],
  rows: halves.map(({ far, threshold, fmr, fnmr }) => [
    `1 in ${thousands(Math.round(1 / far))}`,
    threshold.toFixed(1),
    fmr.toExponential(1),
    percent(1 - fnmr, 2),
  ]),
})

export const facesGroups = ({ groups }: FacesFigures): Table => ({
  title: 'faces: errors by group, at a score of 50',
  head: ['both pictures of', 'genuine pairs', 'not matched', 'share', 'impostor pairs', 'matched', 'share'],
  rows: groups.map(({ group, genuine, falseRejects, impostors, falseAccepts }) => [
    group,
    thousands(genuine),
    falseRejects,
    genuine ? percent(falseRejects / genuine, 1) : '–',
    thousands(impostors),
    falseAccepts,
    impostors ? (falseAccepts / impostors).toExponential(1) : '–',
  ]),
})

export const facesSkinTone = ({ skinTone }: FacesFigures): Table => ({
  title: 'faces: two pictures of one person, angle of the skin',
  head: ['people', 'pairs', 'degrees apart, mean', '95 of 100 below', 'one class', 'at most the next class', 'no tone'],
  rows: [
    [
      skinTone.people,
      thousands(skinTone.pairs),
      skinTone.meanDifference.toFixed(1),
      skinTone.p95.toFixed(1),
      percent(skinTone.sameClass / skinTone.pairs),
      percent(skinTone.withinOne / skinTone.pairs),
      skinTone.unknown,
    ],
  ],
})

interface PaidBy {
  group: string
  n: number
  refused: number
  notLive: number
}

export interface WhoPaysFigures {
  /** Read as selfies; sex and age as estimated by the engine. */
  selfies: PaidBy[]
  /** Labelled with sex and age; only detection and liveness are measured, because they are closely cropped. */
  labelled: PaidBy[]
}

const paid = (title: string, refused: string, rows: PaidBy[]): Table => ({
  title,
  head: ['group', 'pictures', refused, 'share', 'of the rest not found live', 'share'],
  rows: rows.map((row) => [
    row.group,
    row.n,
    row.refused,
    row.n ? percent(row.refused / row.n) : '–',
    row.notLive,
    row.n > row.refused ? percent(row.notLive / (row.n - row.refused)) : '–',
  ]),
})

export const selfiesPaid = ({ selfies }: WhoPaysFigures): Table =>
  paid('selfies refused and living people not found live, by group', 'refused', selfies)

export const labelledPaid = ({ labelled }: WhoPaysFigures): Table =>
  paid('living people not found live, by labelled group', 'no face found', labelled)

export interface FacesPrintedFigures {
  cards: number
  portraitNotFound: number
  portraitRefused: number
  facePixels?: { p5: number; p50: number }
  impostors: number
  eer: number
  tarAtFar1e2: number
  tarAtFar1e3: number
  threshold: number
  falseAccepts: number
  falseRejects: number
}

export const facesPrintedMatched = (json: FacesPrintedFigures): Table => ({
  title: 'faces printed on a specimen, photographed',
  head: ['cards', 'portrait not found', 'refused', ...RATES, 'false accepts', 'false rejects', 'impostors'],
  rows: [
    [
      json.cards,
      json.portraitNotFound,
      json.portraitRefused,
      percent(json.eer),
      percent(json.tarAtFar1e2),
      percent(json.tarAtFar1e3),
      json.falseAccepts,
      json.falseRejects,
      thousands(json.impostors),
    ],
  ],
})

export interface FacesRobustFigures {
  pairs: number
  byChange: Record<string, { median: number; p5: number; least: number; sure: number; crossed: number }>
}

export const facesMoved = ({ byChange }: FacesRobustFigures): Table => ({
  title: 'faces: how far the score of genuine pairs moves',
  head: ['change', 'median', '5 % move by', 'worst', 'pairs above 70', 'of them now at most 50'],
  rows: Object.entries(byChange).map(([name, { median, p5, least, sure, crossed }]) => [
    name,
    median.toFixed(1),
    p5.toFixed(1),
    least.toFixed(1),
    sure,
    crossed,
  ]),
})

interface AgeBand {
  n: number
  mae: number
  bias: number
  genderAccuracy: number
}

export interface AgeFigures {
  n: number
  mae: number
  bias: number
  genderAccuracy: number
  notFound: number
  adultMae: number
  byAge: Record<string, AgeBand>
  /** The part of its limit that the flow `age` needs. */
  margins?: {
    which: string
    ages: string
    n: number
    over: number
    years: { share: number; years: number }[]
    halves: { years: number; others: number; over: number }[]
  }[]
  answers?: {
    limit: number
    rows: { minorsAccepted: string; ages: string; yes: number; no: number; unsure: number }[]
  }
}

export const ageMargins = ({ margins = [] }: AgeFigures): Table => ({
  title: 'age: errors that 1 % and 0.1 % exceed, by an exponential fitted beyond 4 years',
  head: [
    'estimated',
    'by years',
    'pictures',
    'beyond 4 years',
    '1 %',
    '0.1 %',
    '1 % by one half: of the other over it',
  ],
  rows: margins.map(({ which, ages, n, over, years, halves }) => [
    which,
    ages,
    n,
    over,
    ...years.map((each) => each.years.toFixed(1)),
    halves.map((half) => `${half.years.toFixed(1)}: ${half.over} of ${half.others}`).join(', '),
  ]),
})

export const ageAnswers = ({ answers }: AgeFigures): Table => ({
  title: `age: what a selfie alone answers to "at least ${answers?.limit ?? 18}"`,
  head: ['young accepted', 'age', 'YES', 'NO', 'UNSURE'],
  rows: (answers?.rows ?? []).map(({ minorsAccepted, ages, yes, no, unsure }) => [
    minorsAccepted.replace('%', ' %'),
    ages,
    yes,
    no,
    unsure,
  ]),
})

export const ageGuessed = ({ byAge, n, mae, bias, genderAccuracy }: AgeFigures): Table => ({
  title: 'age: mean error by age as labelled',
  head: ['age', 'pictures', 'mean error (years)', 'bias (years)', 'sex right'],
  rows: Object.entries({ ...byAge, all: { n, mae, bias, genderAccuracy } }).map(([name, band]) => [
    name,
    band.n,
    band.mae.toFixed(1),
    band.bias.toFixed(1),
    percent(band.genderAccuracy),
  ]),
})
