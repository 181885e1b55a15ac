import type { Nets } from '../../src/vision/nets/runtime.ts'
import type { ReadEngine } from '../../src/vision/read-engine.ts'
import type { Table } from './measure/table.ts'

/**
 * A labelled folder and how it is measured. A picture that the engine refuses counts as a miss and is never left out.
 */
export interface EvaluationSet {
  name: string
  /** Path in the data folder. */
  folder: string
  /** True for a set that draws everything it needs: it runs without a data folder. */
  needsNoData?: true
  run(context: EvaluationContext): Promise<Findings>
}

export interface EvaluationContext {
  engine: ReadEngine
  folder: string
  /** Used instead of the engine's own if answers are kept between runs. */
  nets?: Nets
  /** Report for every missed value which step lost it. */
  explain?: boolean
  progress(done: number, total: number): void
  /** Which part of a generated set; all of its usual number if absent. */
  part?: EvaluationPart
  /** The results of an earlier run of the same set, to be added. */
  earlier?: unknown
}

export interface EvaluationPart {
  from?: number
  count?: number
}

export interface Findings {
  /** Counts are whole numbers, rates between 0 and 1. */
  json: unknown
  /** The part of it that may be kept in docs/figures, if not all: sums without the readings of each picture. */
  figures?: unknown
  tables: Table[]
  /** Name → SVG. */
  plots?: Record<string, string>
}
