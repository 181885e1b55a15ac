import type { Session } from '../../domain/session.ts'
import type { Mode } from '../../domain/vocabulary.ts'

/** Sessions that were decided, to look back at. */
export interface Archive {
  /** In the order of their ids, those after `after`. */
  decided(of: { tenant: string; mode: Mode }, after: string | undefined, limit: number): Promise<Session[]>
}
