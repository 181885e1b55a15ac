import { percent, type Table, thousands } from '../../measure/table.ts'

/** Many large pictures at once against the memory of the HTTP process. */
export interface UploadsFigures {
  uploads: number
  pictureBytes: number
  limitMb: number
  ways: { way: string; beforeMb: number; peakMb: number; answers: string; seconds: number | null }[]
}

export const uploadsTaken = ({ uploads, pictureBytes, limitMb, ways }: UploadsFigures): Table => ({
  title: 'Memory of the HTTP process',
  head: [`${uploads} pictures of ${thousands(pictureBytes)} bytes at once`, 'before', 'peak', 'wanted'],
  rows: ways.map(({ way, beforeMb, peakMb }) => [
    way === 'binary' ? 'sent as `image/jpeg`' : 'sent as Base64 in JSON',
    `${beforeMb} MB`,
    `${peakMb} MB`,
    `under ${limitMb} MB`,
  ]),
})

export interface StatusFigures {
  callers: number
  empty: { callsASecond: number; cpuMicros: number }
  status: { callsASecond: number; cpuMicros: number }
}

export const statusRates = ({ empty, status }: StatusFigures): Table => ({
  title: 'GET status against an empty route',
  head: ['route', 'calls a second', 'CPU µs a call', 'rate against the empty route'],
  rows: [
    ['an empty Fastify route', thousands(empty.callsASecond), empty.cpuMicros, ''],
    [
      '`GET status`',
      thousands(status.callsASecond),
      status.cpuMicros,
      percent(status.callsASecond / empty.callsASecond, 0),
    ],
  ],
})

/** Page after page in one worker. */
export interface MemoryFigures {
  pages: number
  cpuMs: { p50: number }
  /** At even marks on the way. */
  marks: { pages: number; residentMb: number }[]
  mostMb: number
}

export const memoryHeld = ({ marks, mostMb }: MemoryFigures): Table => ({
  title: 'Memory of a worker',
  head: ['pages read', ...marks.map(({ pages }) => thousands(pages)), 'most'],
  rows: [['MB resident', ...marks.map(({ residentMb }) => Math.round(residentMb)), Math.round(mostMb)]],
})

/** A crash would have ended the bench. */
export interface HostileFigures {
  pictures: number
  longestMs: number
  outcomes: Record<string, number>
}

export const hostileRead = ({ pictures, longestMs, outcomes: { read = 0 } }: HostileFigures): Table => ({
  title: 'Broken and hostile pictures',
  head: ['pictures', 'read', 'refused', 'longest'],
  rows: [[thousands(pictures), read, thousands(pictures - read), `${(longestMs / 1000).toFixed(1)} s`]],
})

/** What a page costs on photographed specimens. */
export interface PageCostFigures {
  pages: number
  cpuMs: { p50: number; p95: number }
  steps: { step: string; pages: number; p50: number | null; mean: number; share: number }[]
}

export const pageCost = ({ pages, cpuMs, steps }: PageCostFigures): Table => ({
  title: `${pages} pages: p50 ${Math.round(cpuMs.p50)}, p95 ${Math.round(cpuMs.p95)} CPU-ms a page`,
  head: ['step', 'pages', 'p50 CPU-ms', 'mean CPU-ms', 'share'],
  rows: steps.map(({ step, pages: taken, p50, mean, share }) => [step, taken, p50 ?? '', mean, percent(share)]),
})
