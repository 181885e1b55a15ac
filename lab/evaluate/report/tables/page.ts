import { rate, type Table } from '../../measure/table.ts'

/** The hosted page's messages for frames of each label. */
export interface GuidanceFigures {
  /** The label for which anything but `ready` is a false alarm. */
  good: string
  labels: Record<string, { n: number; right: number; said: Record<string, number> }>
  /** Null if it was not recorded. */
  cpuMs: { p50: number; p95: number | null }
}

export const guidanceSaid = ({ labels }: GuidanceFigures): Table => ({
  title: 'Message for each frame',
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

/** Bytes as transferred. */
export interface PageSizeFigures {
  firstScreenGzip: number
  /** Including the page itself and its styles. */
  wholeFirstScreenGzip: number
  /** Everything except the nets, in English and in the largest other language. */
  untilCameraGzip: { english: number; most: number }
  selfieGuidanceGzip: number
  embed: number
  /** On a slow 4G connection, minimum and maximum of several runs. */
  firstScreenMs: { least: number; most: number }
}

/** What a person does from the link to the end, with a camera and a consent that is asked for. */
export interface PageTapsFigures {
  flows: {
    flow: string
    most: number
    before: { taps: number; questions: number }
    now: { taps: number; questions: number }
  }[]
}

export const pageTaps = ({ flows }: PageTapsFigures): Table => ({
  title: 'Taps of a person whose pictures are good',
  head: ['flow', 'taps before', 'taps', 'at most', 'questions about pictures before', 'questions'],
  rows: flows.map(({ flow, most, before, now }) => [
    flow,
    before.taps,
    now.taps,
    most,
    before.questions,
    now.questions,
  ]),
})

export const pageSize = (json: PageSizeFigures): Table => ({
  title: 'Size and speed of the hosted page',
  head: ['what', 'measured'],
  rows: [
    ['JavaScript before the first screen, gzip', kilo(json.firstScreenGzip)],
    ['first screen with its page and styles, gzip', kilo(json.wholeFirstScreenGzip)],
    ['everything until the camera opens, without the nets, in English, gzip', kilo(json.untilCameraGzip.english)],
    ['— in the largest other language', kilo(json.untilCameraGzip.most)],
    ['guidance of the selfie, with its step alone, gzip', kilo(json.selfieGuidanceGzip)],
    ['`embed.js`', kilo(json.embed)],
    [
      'first screen usable on slow 4G (150 ms, 1.6 Mbit/s)',
      `${(json.firstScreenMs.least / 1000).toFixed(1)} to ${(json.firstScreenMs.most / 1000).toFixed(1)} s`,
    ],
  ],
})

export const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** Results for documents in front of the page's camera, by their fault. */
export interface CaptureFigures {
  sessions: number
  /** All captured pictures. */
  pictures: number
  scenes: Record<string, CaptureScene>
  refused: { n: number; trueReason: number; stayed: number }
  /** Captured again automatically before anything had changed. */
  repeats: number
  genuine: { n: number; atSecond: number }
  corrected: { n: number; atNext: number }
}

/** For one kind of scene: the result of the first picture. A story that the page did not finish counts as broken. */
interface CaptureScene {
  n: number
  accepted: number
  rightReason: number
  otherwise: number
  broken: number
}

export const captureScenes = ({ scenes }: CaptureFigures): Table => ({
  title: 'The first picture of each session',
  head: [
    'before the camera',
    'sessions',
    'taken without a word',
    'shown the true reason',
    'shown another',
    'broken off',
  ],
  rows: Object.entries(scenes).map(([name, { n, accepted, rightReason, otherwise, broken }]) => [
    name,
    ...[n, accepted, rightReason, otherwise, broken].map(String),
  ]),
})

export const captureSums = ({ refused, repeats, genuine, corrected, pictures, sessions }: CaptureFigures): Table => ({
  title: 'Captures in a browser',
  head: ['what', 'of', 'share'],
  rows: [
    ['genuine, accepted at the first or second attempt', ...rate(genuine.atSecond, genuine.n)],
    ['refused or warned about, for the right reason', ...rate(refused.trueReason, refused.n)],
    ['the reason was shown until it was acted on', ...rate(refused.stayed, refused.n)],
    ['corrected, and accepted at the next attempt', ...rate(corrected.atNext, corrected.n)],
    ['captured again automatically before anything had changed', ...rate(repeats, pictures)],
    ['pictures in sessions', `${pictures} in ${sessions}`, '–'],
  ],
})
