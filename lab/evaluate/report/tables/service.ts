import { percent, type Table, thousands } from '../../measure/table.ts'

/** Many large pictures at once and the memory of the HTTP process. */
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

/** A good tenant's pictures, alone with half of the workers and next to a hostile tenant with all of them. */
export interface NeighbourFigures {
  seconds: number
  workers: number
  /** The maximum ratio of the times. */
  times: number
  alone: Neighbour
  withHostile: Neighbour
  /** The actions of the hostile tenant, and the answers. */
  hostile: Record<string, number>
}

interface Neighbour {
  workers: number
  pictures: number
  refused: number
  p50Ms: number
  p95Ms: number
  webhookP95Ms: number
  residentMb: number
}

export const neighboursServed = ({ alone, withHostile, times, hostile }: NeighbourFigures): Table => {
  const deeds = Object.values(hostile).reduce((all, count) => all + count, 0)
  const row = (name: string, of: Neighbour) => [
    name,
    of.workers,
    of.pictures,
    of.refused,
    thousands(of.p50Ms),
    thousands(of.p95Ms),
    thousands(of.webhookP95Ms),
  ]
  return {
    title: `A good tenant next to a hostile one: p95 ${(withHostile.p95Ms / alone.p95Ms).toFixed(2)} times as long (wanted: ${times} at most)`,
    head: ['the good tenant', 'workers', 'pictures', 'refused', 'p50 ms', 'p95 ms', 'webhook p95 ms'],
    rows: [row('alone', alone), row(`next to ${thousands(deeds)} hostile requests`, withHostile)],
  }
}

/** Page after page in one worker. */
export interface MemoryFigures {
  pages: number
  cpuMs: { p50: number }
  /** At regular intervals. */
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
  /** The peak memory of the worker; absent if it was not measured. */
  mostMb?: number
  outcomes: Record<string, number>
}

export const hostileRead = ({ pictures, longestMs, mostMb, outcomes: { read = 0 } }: HostileFigures): Table => ({
  title: 'Broken and hostile pictures',
  head: ['pictures', 'read', 'refused', 'longest', 'worker, most'],
  rows: [
    [
      thousands(pictures),
      read,
      thousands(pictures - read),
      `${(longestMs / 1000).toFixed(1)} s`,
      mostMb ? `${mostMb} MB` : '–',
    ],
  ],
})

/** The cost of a page, on photographed specimens. */
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

/** The cost of a selfie; `pages` counts the pictures. */
export type FaceCostFigures = PageCostFigures

export const faceCost = (figures: FaceCostFigures): Table => {
  const { pages, cpuMs } = figures
  return {
    ...pageCost(figures),
    title: `${pages} selfies: p50 ${Math.round(cpuMs.p50)}, p95 ${Math.round(cpuMs.p95)} CPU-ms`,
  }
}
