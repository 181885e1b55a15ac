import type { PageResult } from '../engine.ts'
import type { ModelUse } from './page-reading.ts'

/** What an idle worker found out about a picture, the nets that it used, and what is kept of it. */
export interface EarlyReading {
  checks: EarlyFindings
  models: ModelUse[]
  original: Uint8Array
  hash: PageResult['hash']
}

/** What was found in a picture before it was read, by name of the check: a finding, or the input for its decision. */
export type EarlyFindings = Record<string, unknown>
