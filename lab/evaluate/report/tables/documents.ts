import { percent, rate, type Table, thousands } from '../../measure/table.ts'

export interface DocumentsFigures {
  n: number
  recognised: number
  countryCorrect: number
  countryKnown: number
  typeCorrect: number
  typeKnown: number
  /** Country and type both right, on pages without an MRZ. */
  withoutMrz: { n: number; right: number }
  quad: { n: number; iou90: number; medianIou: number }
  mrz: { n: number; exact: number; checkDigitsValid: number }
  fields: { n: number; exact: number; cer: number }
  confidence: { from: number; to: number; values: number; right: number; mean: number | null }[]
  cpuMs: { p50: number; p95: number }
  steps: Record<string, { p50: number; p95: number }>
}

export const documentsRead = (json: DocumentsFigures): Table => ({
  title: 'Documents',
  head: ['what', 'right', 'share'],
  rows: [
    ['recognised', ...rate(json.recognised, json.n)],
    ['country', ...rate(json.countryCorrect, json.countryKnown)],
    ['type', ...rate(json.typeCorrect, json.typeKnown)],
    ['country and type, no MRZ on the page', ...rate(json.withoutMrz.right, json.withoutMrz.n)],
    ['corners, IoU ≥ 0.9', ...rate(json.quad.iou90, json.quad.n)],
    ['corners, median IoU', json.quad.n ? json.quad.medianIou.toFixed(3) : '–', ''],
    ['MRZ whole and exact', ...rate(json.mrz.exact, json.mrz.n)],
    ['MRZ check digits valid', ...rate(json.mrz.checkDigitsValid, json.mrz.n)],
    ['visual fields exact', ...rate(json.fields.exact, json.fields.n)],
    ['character errors in visual fields', '', percent(json.fields.cer, 2)],
  ],
})

/** For the values with a confidence, how many were right. */
export const documentsConfidence = ({ confidence }: DocumentsFigures): Table => ({
  title: 'Confidence of visual fields',
  head: ['confidence', 'values', 'right', 'mean confidence'],
  rows: confidence.map(({ from, to, values, right, mean }) => [
    `${from}–${to}`,
    values,
    percent(right / values),
    mean === null ? '–' : mean.toFixed(1),
  ]),
})

export const documentsCost = ({ cpuMs, steps }: DocumentsFigures): Table => ({
  title: 'CPU-ms by step',
  head: ['step', 'p50', 'p95', 'share of p50'],
  rows: [
    ['a whole page', ms(cpuMs.p50), ms(cpuMs.p95), ''],
    ...Object.entries(steps)
      .filter(([, { p50 }]) => p50 >= LEAST_SHARE * cpuMs.p50)
      .toSorted(([, a], [, b]) => b.p50 - a.p50)
      .map(([step, { p50, p95 }]) => [step, ms(p50), ms(p95), percent(p50 / cpuMs.p50)]),
  ],
})

/** Steps with a smaller share of a page are omitted. */
const LEAST_SHARE = 0.03

const ms = (value: number) => thousands(Math.round(value))

export interface CornersFigures {
  n: number
  iou90: number
  medianIou: number
  ordinary?: { n: number; noDocument: number }
}

export const cornersFound = ({ n, iou90, medianIou, ordinary }: CornersFigures): Table => ({
  title: 'Corners of the document',
  head: ['what', 'right', 'share'],
  rows: [
    ['corners of phone frames, IoU ≥ 0.9', ...rate(iou90, n)],
    ['— median IoU', medianIou.toFixed(3), ''],
    ...(ordinary ? [['“no document” for ordinary photographs', ...rate(ordinary.noDocument, ordinary.n)]] : []),
  ],
})

export interface MrzTurnedFigures {
  n: number
  located: number
  exact: number
  byPose: { name: string; n: number; located: number; exact: number }[]
}

export const mrzTurnedRead = ({ byPose, ...all }: MrzTurnedFigures): Table => ({
  title: 'MRZ of turned and tilted pictures',
  head: ['pose', 'pictures', 'located', 'exact'],
  rows: [...byPose, { name: 'all', ...all }].map(({ name, n, located, exact }) => [name, n, located, exact]),
})

export const mrzTurnedWhole = ({ n, located, exact }: MrzTurnedFigures): Table => ({
  title: 'MRZ in any turn and tilt',
  head: ['what', 'right', 'share'],
  rows: [
    ['MRZ located in any turn and tilt', ...rate(located, n)],
    ['— exact', ...rate(exact, n)],
  ],
})

export interface VectorsFigures {
  mrz: { n: number; agree: number }
  aamva: { n: number; agree: number }
  pdf417: { n: number; decoded: number }
}

export const vectorsRead = ({ mrz, aamva, pdf417 }: VectorsFigures): Table => ({
  title: 'Vectors of other projects',
  head: ['what', 'agree', 'share'],
  rows: [
    ['MRZ strings parsed', ...rate(mrz.agree, mrz.n)],
    ['AAMVA strings parsed', ...rate(aamva.agree, aamva.n)],
    ['PDF417 pictures decoded', ...rate(pdf417.decoded, pdf417.n)],
  ],
})
