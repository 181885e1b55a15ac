import type { Table } from '../../measure/table.ts'

interface Spread {
  p50: number
  p95: number
}

/** How long a person waits for the service's answer about a picture. */
export interface WaitFigures {
  /** Sent to the service one at a time, without other requests. */
  answer: { pictures: number; megapixels: number; wallMs: Spread; cpuMs: Spread; threadMs: Spread }
  /** From the chosen picture to the next screen. Figures of earlier versions had people look at it first. */
  next: { line: string; looksMs: number; sessions: number; kilobytes: number; waitMs: Spread }[]
}

const inWhole = ({ p50, p95 }: Spread) => [Math.round(p50), Math.round(p95)]

export const waitForAnswer = ({ answer: { wallMs, cpuMs, threadMs } }: WaitFigures): Table => ({
  title: 'From the picture to the answer',
  head: ['ms', 'p50', 'p95'],
  rows: [
    ['sent and answered, wall clock', ...inWhole(wallMs)],
    ['read: the thread that the others wait for', ...inWhole(threadMs)],
    ['read: all threads', ...inWhole(cpuMs)],
  ],
})

export const waitForScreen = ({ next }: WaitFigures): Table => ({
  title: 'From "use this picture" to the next screen',
  head: ['line', 'looks at it for', 'sessions', 'kB sent', 'p50 ms', 'p95 ms'],
  rows: next.map(({ line, looksMs, sessions, kilobytes, waitMs }) => [
    line,
    `${looksMs / 1000} s`,
    sessions,
    kilobytes,
    ...inWhole(waitMs),
  ]),
})

/** From the selfie of a returning person to the decision. */
export interface ReturningFigures {
  sessions: number
  wallMs: Spread
  /** Of the service and its workers. */
  cpuMs: Spread
}

export const returnsDecided = ({ wallMs, cpuMs }: ReturningFigures): Table => ({
  title: 'From the selfie of a returning person to the decision',
  head: ['ms', 'p50', 'p95'],
  rows: [
    ['by the clock', ...inWhole(wallMs)],
    ['processor time of the service and its workers', ...inWhole(cpuMs)],
  ],
})

/** The time from the service's command until it accepts a picture. */
export interface StartFigures {
  starts: number
  /** It answers, but has no worker yet. */
  listensMs: number
  readyMs: number
  /** Of the service's own process until it listens. */
  cpuMs: number
  /** The fastest of them. */
  leastMs: number
}

export const startsTaken = ({ listensMs, readyMs, cpuMs, leastMs }: StartFigures): Table => ({
  title: 'From the command to the first worker',
  head: ['ms', 'p50'],
  rows: [
    ['it listens', listensMs],
    ['a worker is ready', readyMs],
    ['the same, fastest', leastMs],
    ["processor time of the service's own process until it listens", cpuMs],
  ],
})
