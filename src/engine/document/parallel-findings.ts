import type { PageResult } from '../../actions/ports/engine.ts'
import type { ModelUse, RecaptureReading } from '../../domain/document/document.ts'
import type { TraceMap } from './checks/traces/look-at-traces.ts'

/** What the picture reveals about itself, the nets that said so, and what is kept of it. */
export interface ParallelFindings {
  recapture: RecaptureReading | undefined
  traces: TraceMap | undefined
  models: ModelUse[]
  original: Uint8Array
  hash: PageResult['hash']
}
