import { percent, type Table } from '../../measure/table.ts'

export interface RecaptureFigures {
  byLabel: Record<string, { n: number; flagged: number /** Against the ordinary photographs. */; eer?: number }>
  eer: number
  phonePhotosOfDocuments: { n: number; flagged: number }
}

export const recaptureDetected = ({ byLabel, eer, phonePhotosOfDocuments }: RecaptureFigures): Table => ({
  title: 'Recapture',
  head: ['pictures', 'n', 'flagged', 'equal error rate against ordinary photographs'],
  rows: [
    ...Object.entries(byLabel).map(([label, { n, flagged, eer: own }]) => [
      label === 'real' ? 'ordinary photographs' : label,
      n,
      flagged,
      own === undefined ? '' : percent(own),
    ]),
    ['phone photographs of documents', phonePhotosOfDocuments.n, phonePhotosOfDocuments.flagged, ''],
    ['all recaptures', recaptures(byLabel, 'n'), recaptures(byLabel, 'flagged'), percent(eer)],
  ],
})

const recaptures = (byLabel: RecaptureFigures['byLabel'], what: 'n' | 'flagged') =>
  Object.entries(byLabel).reduce((sum, [label, counts]) => sum + (label === 'real' ? 0 : counts[what]), 0)
