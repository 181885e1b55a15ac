import type { Nets } from '../../src/engine/nets/runtime.ts'
import type { ReadEngine } from '../../src/engine/read-engine.ts'
import type { Table } from './measure/table.ts'

/** One labelled folder and how it is measured. A picture the engine refuses counts as a miss, never as left out. */
export interface EvaluationSet {
  name: string
  /** Inside the data folder. */
  folder: string
  /** True for a set that draws all it needs: it runs without a data folder. */
  needsNoData?: true
  run(context: EvaluationContext): Promise<Findings>
}

export interface EvaluationContext {
  engine: ReadEngine
  folder: string
  /** In place of the engine's own, where answers are kept between runs. */
  nets?: Nets
  /** Say of every missed value which step lost it. */
  explain?: boolean
  progress(done: number, total: number): void
  /** Which part of a set that is made as it is measured; all of its usual number when absent. */
  part?: EvaluationPart
  /** What an earlier run found of the same set, to be added to. */
  earlier?: unknown
}

export interface EvaluationPart {
  from?: number
  count?: number
}

export interface Findings {
  /** Counts are whole numbers, rates between 0 and 1. */
  json: unknown
  /** What of it may be kept in docs/figures, where not all: sums without what was read of each picture. */
  figures?: unknown
  tables: Table[]
  /** Name → SVG. */
  plots?: Record<string, string>
}
