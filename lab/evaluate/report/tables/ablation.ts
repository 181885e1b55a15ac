import type { Table } from '../../measure/table.ts'
import type { AblationFigures } from '../../sets/taught/ablation.ts'

/** Results without each measure; the first row has all measures. */
export const taughtAblation = ({ taught }: AblationFigures): Table => {
  const [all] = taught
  return {
    title: 'Comparison with a taught document, without one measure',
    head: [
      'without',
      'genuine scans approved',
      'refused',
      'genuine phone photos approved',
      'refused',
      'imitations approved',
      'refused',
      'of these, by methods kept apart: refused',
    ],
    rows: taught.map(({ without, genuineScans, genuinePhotos, imitations, apart }) => {
      const cell = (now: number, before = 0, n = 0) => (without ? signed(now - before) : `${now} of ${n}`)
      return [
        without || '(all measures)',
        cell(genuineScans.approved, all?.genuineScans.approved, genuineScans.n),
        cell(genuineScans.refused, all?.genuineScans.refused, genuineScans.n),
        cell(genuinePhotos.approved, all?.genuinePhotos.approved, genuinePhotos.n),
        cell(genuinePhotos.refused, all?.genuinePhotos.refused, genuinePhotos.n),
        cell(imitations.approved, all?.imitations.approved, imitations.n),
        cell(imitations.refused, all?.imitations.refused, imitations.n),
        cell(apart.refused, all?.apart.refused, apart.n),
      ]
    }),
  }
}

/** The pictures that the check for edits flags without each of its parts. */
export const tracesAblation = ({ traces }: AblationFigures): Table => {
  const kinds = Object.keys(traces[0]?.byKind ?? {})
  const of = ({ n, called }: { n: number; called: number }) => `${called} of ${n}`
  return {
    title: 'Edits, without one part of the check',
    head: ['without', 'genuine called edited', ...kinds],
    rows: traces.map(({ without, genuine, byKind }) => [
      without || '(all parts)',
      of(genuine),
      ...kinds.map((kind) => (byKind[kind] ? of(byKind[kind]) : '')),
    ]),
  }
}

const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0')
