import { percent, type Table } from '../../measure/table.ts'

/** What reading the same pictures took, by this code and by an earlier one, in one run. */
export interface VersusFigures {
  earlier: string
  rounds: number
  tasks: VersusTask[]
}

export interface VersusTask {
  task: 'page' | 'face'
  pictures: number
  before: Spent
  after: Spent
}

interface Spent {
  cpuMs: { p50: number; p95: number; mean: number }
  wallMs: { p50: number }
  /** Mean CPU-ms of a picture. */
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

/** The arithmetic of each net next to its time. */
export interface NetCostFigures {
  nets: {
    name: string
    /** Of its input. */
    shape: number[]
    /** Multiplications and additions of convolutions and products of matrices, in thousand millions. */
    gigaFlops: number
    cpuMs: number
    /** The operation that takes most of it, and its share. */
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
