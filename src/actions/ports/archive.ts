import type { Session } from '../../domain/session.ts'

/** Sessions that were decided, to look back at. */
export interface Archive {
  /** In the order of their ids, those after `after`. */
  decided(tenant: string, after: string | undefined, limit: number): Promise<Session[]>
}
