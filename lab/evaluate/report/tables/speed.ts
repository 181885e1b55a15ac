import { percent, type Table } from '../../measure/table.ts'

/** The time of reading the same pictures, with this code and with an earlier version, in one run. */
export interface VersusFigures {
  earlier: string
  rounds: number
  tasks: VersusTask[]
}

interface VersusTask {
  task: 'page' | 'face'
  pictures: number
  before: Spent
  after: Spent
}

export interface Spent {
  cpuMs: { p50: number; p95: number; mean: number }
  wallMs: { p50: number }
  /** Mean CPU-ms per picture. */
  steps: Record<string, number>
}

const WHOLE = { page: 'a page', face: 'a selfie' } as const

export const versusWhole = ({ tasks }: VersusFigures): Table => ({
  title: 'Before and after, in one run',
  head: ['', 'before: p50', 'p95', 'mean', 'after: p50', 'p95', 'mean', 'mean, after to before'],
  rows: tasks.map(({ task, before, after }) => [
    WHOLE[task],
    ...[before, after].flatMap(({ cpuMs: { p50, p95, mean } }) => [p50, p95, mean].map(Math.round)),
    percent(after.cpuMs.mean / before.cpuMs.mean, 0),
  ]),
})

const stepsOf =
  (wanted: VersusTask['task']) =>
  ({ tasks }: VersusFigures): Table => {
    const found = tasks.find(({ task }) => task === wanted)
    const steps = Object.entries(found?.before.steps ?? {}).toSorted(([, a], [, b]) => b - a)
    return {
      title: `The steps of ${WHOLE[wanted]}, mean CPU-ms`,
      head: ['step', 'before', 'after', 'after to before'],
      rows: steps
        .filter(([, before]) => before >= 0.5)
        .map(([step, before]) => {
          const after = found?.after.steps[step] ?? 0
          return [step, before.toFixed(1), after.toFixed(1), percent(after / before, 0)]
        }),
    }
  }

export const versusPage = stepsOf('page')
export const versusFace = stepsOf('face')

/** The same for several earlier versions, each picture read once. */
export interface VersusOnceFigures {
  earlier: string[]
  tasks: {
    task: VersusTask['task']
    pictures: number
    /** For each version, this one last. */
    spent: Spent[]
  }[]
}

export const versusOnceWhole = ({ earlier, tasks }: VersusOnceFigures): Table => ({
  title: 'Each picture read once, CPU-ms',
  head: ['', 'version', 'p50', 'p95', 'mean', 'this one to it: p50', 'mean'],
  rows: tasks.flatMap(({ task, spent }) => {
    const own = spent.at(-1)?.cpuMs
    return spent.map(({ cpuMs: { p50, p95, mean } }, i) => [
      WHOLE[task],
      earlier[i] ?? 'this one',
      ...[p50, p95, mean].map(Math.round),
      ...(own && i < earlier.length ? [percent(own.p50 / p50, 0), percent(own.mean / mean, 0)] : ['', '']),
    ])
  }),
})

const onceSteps =
  (wanted: VersusTask['task']) =>
  ({ earlier, tasks }: VersusOnceFigures): Table => {
    const spent = tasks.find(({ task }) => task === wanted)?.spent ?? []
    const own = spent.at(-1)?.steps ?? {}
    const last = spent.at(-2)?.steps ?? {}
    return {
      title: `The steps of ${WHOLE[wanted]}, each read once, mean CPU-ms`,
      head: ['step', ...earlier, 'this one', `to ${earlier.at(-1)}`],
      rows: Object.entries(own)
        .toSorted(([, a], [, b]) => b - a)
        .filter(([, cpuMs]) => cpuMs >= 0.5)
        .map(([step, cpuMs]) => {
          const before = last[step]
          const each = spent.map(({ steps }) => (steps[step] === undefined ? '' : steps[step].toFixed(1)))
          return [step, ...each, before ? percent(cpuMs / before, 0) : '']
        }),
    }
  }

export const versusOncePage = onceSteps('page')
export const versusOnceFace = onceSteps('face')

/** The operations of each net, and its time. */
export interface NetCostFigures {
  nets: {
    name: string
    /** Of its input. */
    shape: number[]
    /** Multiplications and additions of convolutions and matrix products, in billions. */
    gigaFlops: number
    cpuMs: number
    /** The most expensive operation, and its share. */
    dearest: { operation: string; share: number }
  }[]
}

export const netCosts = ({ nets }: NetCostFigures): Table => ({
  title: 'The arithmetic of each net next to its time',
  head: ['net', 'input', 'GFLOP', 'CPU-ms', 'GFLOP a second', 'most of it'],
  rows: nets
    .toSorted((a, b) => b.cpuMs - a.cpuMs)
    .map(({ name, shape, gigaFlops, cpuMs, dearest }) => [
      name,
      shape.join(' × '),
      gigaFlops.toFixed(3),
      cpuMs.toFixed(1),
      Math.round((1000 * gigaFlops) / cpuMs),
      `${dearest.operation} ${percent(dearest.share, 0)}`,
    ]),
})
