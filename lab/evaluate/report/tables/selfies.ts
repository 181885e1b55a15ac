import { rate, type Table } from '../../measure/table.ts'

/** Results for the pictures of one label. */
export interface Tally {
  n: number
  refusedWithExpectedCode: number
  refusedOtherwise: number
  accepted: number
  /** The codes with which the pictures were refused. */
  codes: Record<string, number>
  /** The other hints that people were shown. */
  hints: Record<string, number>
}

export interface TallyFigures {
  byLabel: Record<string, Tally>
}

export interface FacesQualityFigures extends TallyFigures {
  cpuMs: { p50: number; p95: number }
  stepCpuMs: Record<string, number>
}

/** Original photographs, and pictures made from the good ones with one fault each. */
export interface FacesMadeFigures {
  taken: Record<string, Tally>
  /** The number of pictures from which the faults were made. */
  bases: number
  /** How often each code was given when it was expected. */
  codes: Record<string, { n: number; right: number }>
}

export function tallyTable(title: string, byLabel: Record<string, Tally>): Table {
  const hasHints = Object.values(byLabel).some(({ hints }) => Object.keys(hints).length)
  return {
    title,
    head: ['label', 'pictures', ...OUTCOMES, 'codes', ...(hasHints ? ['hints'] : [])],
    rows: Object.entries(byLabel).map(([label, tally]) => [
      label,
      tally.n,
      tally.refusedWithExpectedCode,
      tally.refusedOtherwise,
      tally.accepted,
      listed(tally.codes),
      ...(hasHints ? [listed(tally.hints)] : []),
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

export const selfiesAsTaken = ({ taken }: FacesMadeFigures): Table => tallyTable('faces as photographed', taken)

export const selfiesByCode = ({ codes, bases }: FacesMadeFigures): Table => ({
  title: `faults made from ${bases} good pictures, by code`,
  head: ['code', 'given', 'share'],
  rows: Object.entries(codes).map(([code, { n, right }]) => [code, ...rate(right, n)]),
})

/** The codes that manipulated pictures should be refused with, by frequency; a label without one has no fault. */
export function codesOf(made: Record<string, Tally>, expected: Record<string, string | undefined>) {
  const codes: FacesMadeFigures['codes'] = {}
  for (const [label, { n, refusedWithExpectedCode }] of Object.entries(made)) {
    const code = expected[label]
    if (!code) continue
    const before = codes[code] ?? { n: 0, right: 0 }
    codes[code] = { n: before.n + n, right: before.right + refusedWithExpectedCode }
  }
  return codes
}

export const masksDetected = ({ byLabel }: TallyFigures): Table => tallyTable('masks: by label', byLabel)
