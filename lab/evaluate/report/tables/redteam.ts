import type { Table } from '../../measure/table.ts'

export const END_NAMES = ['approved', 'referred', 'rejected', 'refused'] as const
export type End = (typeof END_NAMES)[number]

/** The results of sessions of one kind. */
export type Ends = Record<End, number> & {
  n: number
  /** Referred only because of the specimen mark and the lack of a reference. */
  unnoticed: number
  /** The number of them with a factor against it. */
  against: Record<string, number>
}

export interface RedteamFigures {
  byKind: Record<string, Ends>
  /** Drawn documents in test mode, where they are accepted. */
  genuine: Ends
}

export function attacksPlayed({ byKind, genuine }: RedteamFigures): Table {
  const kinds = Object.entries(byKind)
  const sum = (of: (ends: Ends) => number) => kinds.reduce((total, [, ends]) => total + of(ends), 0)
  const row = (name: string, of: (count: (ends: Ends) => number) => number) => [
    name,
    of(({ n }) => n),
    ...END_NAMES.map((end) => of((ends) => ends[end])),
    of(({ unnoticed }) => unnoticed),
  ]
  return {
    title: 'Attacks in live mode under the default policy',
    head: ['attack', 'n', ...END_NAMES, 'stopped only by the word SPECIMEN and the missing reference'],
    rows: [
      ...kinds.map(([name, ends]) => row(name, (count) => count(ends))),
      row('all', sum),
      row('no attack: drawn and photographed, in test mode', (count) => count(genuine)),
    ],
  }
}

export const chipsPlayed = (figures: RedteamFigures): Table =>
  forgedPlayed(figures, 'Forged chips in live mode under the default policy', 'no attack: a genuine chip')

export const sealsPlayed = (figures: RedteamFigures): Table =>
  forgedPlayed(figures, 'Forged seals in live mode under the default policy', 'no attack: a genuine seal')

const forgedPlayed = ({ byKind, genuine }: RedteamFigures, title: string, ofGenuine: string): Table => ({
  title,
  head: ['attack', 'n', ...END_NAMES],
  rows: Object.entries({ ...byKind, [ofGenuine]: genuine }).map(([name, ends]) => [
    name,
    ends.n,
    ...END_NAMES.map((end) => ends[end]),
  ]),
})

/**
 * The same with the number that the reference would have approved without any other check. `unnoticed`: of these, the
 * number without a finding that their genuine original does not also have.
 */
export type TaughtEnds = Ends & { byReference: number }

/** Sessions that have only a taught document. */
export interface TaughtRedteamFigures {
  types: number
  /** Imitations by method. */
  byKind: Record<string, TaughtEnds>
  /** The same imitations, of documents taught with scans and of those taught with photographs. */
  scans: TaughtEnds
  photographs: TaughtEnds
  /** Those by methods that no limit was chosen on. */
  apart: TaughtEnds
  genuineScans: TaughtEnds
  genuinePhotographs: TaughtEnds
}

/** All of them, and the methods of which the reference alone would approve some. */
export function taughtPlayed(figures: TaughtRedteamFigures): Table {
  const row = (name: string, ends: TaughtEnds) => [
    name,
    ends.n,
    ...END_NAMES.map((end) => ends[end]),
    ends.byReference,
    ends.unnoticed,
  ]
  return {
    title: 'Imitations of taught documents in live mode under the default policy',
    head: ['pictures', 'n', ...END_NAMES, 'the reference alone would approve', 'and no new finding is against it'],
    rows: [
      ...Object.entries(figures.byKind)
        .filter(([, { byReference }]) => byReference > 0)
        .map(([name, ends]) => row(name, ends)),
      row('all imitations of scans', figures.scans),
      row('all imitations of photographs', figures.photographs),
      row('of both, by methods that no limit was chosen on', figures.apart),
      row('genuine: scans', figures.genuineScans),
      row('genuine: photographs', figures.genuinePhotographs),
    ],
  }
}
