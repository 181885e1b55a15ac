import { percent, type Table } from '../../measure/table.ts'

/** The effect of two limits on each kind of document, in numbers of documents. */
export interface Errors {
  genuine: number
  /** Referred or rejected without a fault. */
  genuineNotHigh: number
  genuineLow: number
  faulty: number
  /** Not detected by this factor. */
  faultyHigh: number
  faultyLow: number
}

export interface PolicyFigures {
  documents: number
  refused: Record<string, { n: number; refused: number }>
  /** Minimum, 10 %, median, 90 % and maximum. */
  spreads: { factor: string; documents: string; n: number; unknown: number; scores: number[] }[]
  limits: ({ factor: string; limits: string; high: number; medium: number } & Errors)[]
  confidences: { from: number; to: number; documents: number; read: number; right: number }[]
}

export const policySpreads = ({ spreads }: PolicyFigures): Table => ({
  title: 'Scores',
  head: ['factor', 'documents', 'n', 'UNKNOWN', 'least / 10 % / 50 % / 90 % / most'],
  rows: spreads.map(({ factor, documents, n, unknown, scores }) => [
    factor,
    documents,
    n,
    unknown,
    scores.length ? scores.join(' / ') : '–',
  ]),
})

export const policyLimits = ({ limits }: PolicyFigures): Table => ({
  title: 'Limits in use, and the errors they make',
  head: ['factor', 'limits', 'HIGH, MEDIUM over', 'genuine not HIGH', 'genuine LOW', 'fault HIGH', 'fault LOW'],
  rows: limits
    .filter(isInUse)
    .map(({ factor, limits: which, high, medium, ...errors }) => [
      factor,
      which,
      `${high}, ${medium}`,
      of(errors.genuineNotHigh, errors.genuine),
      of(errors.genuineLow, errors.genuine),
      of(errors.faultyHigh, errors.faulty),
      of(errors.faultyLow, errors.faulty),
    ]),
})

/** Alternatives are those that one half of the documents would choose. */
const isInUse = ({ limits }: PolicyFigures['limits'][number]): boolean => limits.startsWith('in use')

const of = (part: number, all: number) => (all ? `${part} of ${all}` : '–')

/** Calibration of a mean confidence: of the fields read, how many were right. */
export const policyConfidences = ({ confidences }: PolicyFigures): Table => ({
  title: 'overallOcrFieldsConfidence against the truth',
  head: ['score', 'documents', 'fields read', 'of them right'],
  rows: confidences.map(({ from, to, documents, read, right }) => [
    `${from} to ${to}`,
    documents,
    read,
    percent(right / read),
  ]),
})
