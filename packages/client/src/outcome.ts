import type { DecisionResponse, DocumentResult, FaceResult, StatusResponse } from './types.ts'

/** A session as it stands: with its results once there are any. */
export type Outcome =
  | { is: 'approved'; status: 'AUTO_APPROVED' | 'MANUAL_APPROVED'; results: Results }
  | { is: 'rejected'; status: 'AUTO_REJECTED' | 'MANUAL_REJECTED'; results: Results }
  | { is: 'waiting'; status: 'WAITING_FOR_MANUAL_APPROVE' }
  | { is: 'pending'; status: 'PENDING' }
  | { is: 'expired'; status: 'EXPIRED' }

export interface Results {
  decision: DecisionResponse
  /** Absent when the tenant's flow has no document step, or none was read before a reviewer looked. */
  document?: DocumentResult
  /** Absent when it has no face step, or no selfie was read. */
  face?: FaceResult
}

const KINDS = {
  AUTO_APPROVED: 'approved',
  MANUAL_APPROVED: 'approved',
  AUTO_REJECTED: 'rejected',
  MANUAL_REJECTED: 'rejected',
  WAITING_FOR_MANUAL_APPROVE: 'waiting',
  PENDING: 'pending',
  EXPIRED: 'expired',
} as const satisfies Record<StatusResponse['status'], Outcome['is']>

export const kindOf = (status: StatusResponse['status']): Outcome['is'] => KINDS[status]
