import type { CaptureStep, DocumentType, Status } from '../../domain/vocabulary.ts'
import type { Scope } from './scope.ts'
import type { SessionSummary } from './sessions.ts'

/** Sessions across tenants, for those who run the service. */
export interface SessionSearch {
  /** Newest first, those after `after`; `total` counts no further than `countTo`. */
  find(
    filter: SessionFilter,
    page: { after?: { createdAt: Date; id: string }; limit: number; countTo: number },
  ): Promise<{ total: number; rows: FoundSession[] }>
  /** Rewrites what the sessions after this one are found by, in the order of their ids; answers whose. */
  index(after: string | undefined, limit: number): Promise<string[]>
}

export interface SessionFilter extends Scope {
  /** The first characters of the id. */
  idStart?: string
  externalId?: string
  /** Of every word one of these marks; see domain/search-words.ts. */
  words?: readonly (readonly string[])[]
  /** As of now: an unfinished session past its validity is EXPIRED. */
  status?: Status
  /** Any of these, likewise. */
  statuses?: readonly Status[]
  createdFrom?: Date
  createdBefore?: Date
  documentType?: DocumentType
  country?: string
  /** Came so far and no further. */
  reached?: CaptureStep
  /** By whom, since when and how fast it was decided, as the overview counts it. */
  decided?: { by: 'rules' | 'reviewer'; from?: Date; overMinutes?: number; underMinutes?: number }
  /** Somebody who gave a verdict on it. */
  reviewer?: string
}

export type FoundSession = SessionSummary & { tenant: string }
