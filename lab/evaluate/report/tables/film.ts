import type { Table } from '../../measure/table.ts'

/**
 * Simulated films of documents, with the result of the still only and of still and film; and real frames of one clip.
 */
export interface FilmFigures {
  simulated: Record<string, { n: number; still: number; judged: number; film: number; either: number }>
  real: Record<string, { n: number; judged: number; film: number }>
  /** Of all frames of one film. */
  bytes: { p50: number; p95: number }
  /** CPU time of the film only. */
  cpuMs: { p50: number; p95: number }
}

export const filmSimulated = ({ simulated }: FilmFigures): Table => ({
  title: 'Simulated films',
  head: [
    'before the camera',
    'n',
    'flagged by the still alone',
    'films judged',
    'flagged by the film',
    'flagged by either',
  ],
  rows: Object.entries(simulated).map(([name, { n, still, judged, film, either }]) => [
    name,
    n,
    still,
    judged,
    film,
    either,
  ]),
})

export const filmReal = ({ real }: FilmFigures): Table => ({
  title: 'Frames of real cameras, none of them of a screen',
  head: ['frames', 'n', 'judged', 'flagged by the film'],
  rows: Object.entries(real).map(([name, { n, judged, film }]) => [name, n, judged, film]),
})

export const filmCost = ({ bytes, cpuMs }: FilmFigures): Table => ({
  title: 'Cost of a film',
  head: ['', 'median', '95th percentile'],
  rows: [
    ['kB of its frames', Math.round(bytes.p50 / 1000), Math.round(bytes.p95 / 1000)],
    ['processor time on the server, ms', cpuMs.p50, cpuMs.p95],
  ],
})
