import { rate, type Table } from '../../measure/table.ts'

/** What became of the pictures of one label. */
export interface Tally {
  n: number
  refusedWithExpectedCode: number
  refusedOtherwise: number
  accepted: number
  /** What the pictures were refused with. */
  codes: Record<string, number>
  /** What the people were told beside. */
  hints: Record<string, number>
}

export interface TallyFigures {
  byLabel: Record<string, Tally>
}

export interface FacesQualityFigures extends TallyFigures {
  cpuMs: { p50: number; p95: number }
  stepCpuMs: Record<string, number>
}

/** Pictures as they were photographed, and pictures made from the good ones with one fault each. */
export interface FacesMadeFigures extends TallyFigures {
  /** How many pictures the faults were made from. */
  bases: number
  /** The code that should refuse each made picture; null where nothing is wrong with it. */
  expected: Record<string, string | null>
}

export function tallyTable(title: string, byLabel: Record<string, Tally>): Table {
  const told = Object.values(byLabel).some(({ hints }) => Object.keys(hints).length)
  return {
    title,
    head: ['label', 'pictures', ...OUTCOMES, 'codes', ...(told ? ['hints'] : [])],
    rows: Object.entries(byLabel).map(([label, tally]) => [
      label,
      tally.n,
      tally.refusedWithExpectedCode,
      tally.refusedOtherwise,
      tally.accepted,
      listed(tally.codes),
      ...(told ? [listed(tally.hints)] : []),
    ]),
  }
}

const OUTCOMES = ['refused as expected', 'refused otherwise', 'accepted']

const listed = (times: Record<string, number>): string =>
  Object.entries(times)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')

export const selfiesLabelled = ({ byLabel }: FacesQualityFigures): Table =>
  tallyTable('faces-quality: by label', byLabel)

export const selfieCost = ({ cpuMs, stepCpuMs }: FacesQualityFigures): Table => ({
  title: `cost of a selfie in one worker: ${cpuMs.p50} CPU-ms at the median, ${cpuMs.p95} at the 95th percentile`,
  head: ['step', 'mean CPU-ms'],
  rows: [
    ['a whole selfie, p50 / p95', `${cpuMs.p50.toFixed(0)} / ${cpuMs.p95.toFixed(0)}`],
    ...Object.entries(stepCpuMs)
      .toSorted(([, a], [, b]) => b - a)
      .map(([step, ms]) => [step, ms]),
  ],
})

export const selfiesAsTaken = ({ byLabel, expected }: FacesMadeFigures): Table =>
  tallyTable(
    'faces as photographed',
    pick(byLabel, (label) => !(label in expected)),
  )

export const selfiesMade = ({ byLabel, expected, bases }: FacesMadeFigures): Table =>
  tallyTable(
    `faces made from ${bases} good ones, with a fault and without`,
    pick(byLabel, (label) => label in expected),
  )

/** How often each code is given where it should be. */
export const selfiesByCode = (figures: FacesMadeFigures): Table => ({
  title: 'faults made from good pictures, by code',
  head: ['code', 'given', 'share'],
  rows: Object.entries(codesOf(figures)).map(([code, { n, right }]) => [code, ...rate(right, n)]),
})

export function codesOf({ byLabel, expected }: FacesMadeFigures): Record<string, { n: number; right: number }> {
  const codes: Record<string, { n: number; right: number }> = {}
  for (const [label, code] of Object.entries(expected)) {
    const { n = 0, refusedWithExpectedCode = 0 } = byLabel[label] ?? {}
    if (!code) continue
    const sofar = codes[code] ?? { n: 0, right: 0 }
    codes[code] = { n: sofar.n + n, right: sofar.right + refusedWithExpectedCode }
  }
  return codes
}

export const masksTold = ({ byLabel }: TallyFigures): Table => tallyTable('masks: by label', byLabel)

const pick = (byLabel: Record<string, Tally>, test: (label: string) => boolean) =>
  Object.fromEntries(Object.entries(byLabel).filter(([label]) => test(label)))
