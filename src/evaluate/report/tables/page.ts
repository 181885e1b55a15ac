import { rate, type Table } from '../../measure/table.ts'

/** What the hosted page said to frames of each label. */
export interface GuidanceFigures {
  /** The label to which anything but `ready` is a false alarm. */
  good: string
  labels: Record<string, { n: number; right: number; said: Record<string, number> }>
  /** Null where it was not noted. */
  cpuMs: { p50: number; p95: number | null }
}

export const guidanceSaid = ({ labels }: GuidanceFigures): Table => ({
  title: 'What was said to each frame',
  head: ['frame', 'right', 'share', 'said'],
  rows: Object.entries(labels).map(([label, { n, right, said }]) => [label, ...rate(right, n), listed(said)]),
})

const listed = (times: Record<string, number>): string =>
  Object.entries(times)
    .toSorted(([, a], [, b]) => b - a)
    .map(([verdict, n]) => `${verdict} ${n}`)
    .join(', ')

export function guidanceRates({ good, labels }: GuidanceFigures, of = Object.keys(labels)) {
  const asked = of.flatMap((label) => labels[label] ?? [])
  const sum = (what: 'n' | 'right') => asked.reduce((all, each) => all + each[what], 0)
  const { n = 0, said = {} } = labels[good] ?? {}
  return { right: { n: sum('n'), right: sum('right') }, falseAlarms: { n, alarms: n - (said.ready ?? 0) } }
}

/** Bytes as they are sent. */
export interface PageSizeFigures {
  firstScreenGzip: number
  selfieGuidanceGzip: number
  embed: number
  /** On a slow 4G connection, least and most of several runs. */
  firstScreenMs: { least: number; most: number }
}

export const pageSize = (json: PageSizeFigures): Table => ({
  title: 'Size and speed of the hosted page',
  head: ['what', 'measured'],
  rows: [
    ['JavaScript before the first screen, gzip', kilo(json.firstScreenGzip)],
    ['guidance of the selfie, with its step alone, gzip', kilo(json.selfieGuidanceGzip)],
    ['`embed.js`', kilo(json.embed)],
    [
      'first screen usable on slow 4G (150 ms, 1.6 Mbit/s)',
      `${(json.firstScreenMs.least / 1000).toFixed(1)} to ${(json.firstScreenMs.most / 1000).toFixed(1)} s`,
    ],
  ],
})

export const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
