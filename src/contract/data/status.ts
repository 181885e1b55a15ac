import { type Static, Type } from 'typebox'
import { STATUSES } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

/** Specification 2.5. */
export const StatusResponse = Type.Object(
  { status: words(STATUSES, { description: 'State of the session. Ask about once a minute, or use a webhook.' }) },
  { $id: 'StatusResponse', examples: [{ status: 'AUTO_APPROVED' }] },
)
export type StatusResponse = Static<typeof StatusResponse>
