import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, MODES, STATUSES } from '../../domain/vocabulary.ts'
import { SessionListQuery } from '../data/session-list.ts'
import { country, ref, words } from '../schema.ts'

const utc = (description: string) => Type.String({ format: 'date-time', description })

export const ReviewRequest = Type.Object(
  {
    verdict: words(['approve', 'reject'], { description: 'approve: MANUAL_APPROVED; reject: MANUAL_REJECTED.' }),
    reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'Why. Kept for good.' }),
  },
  {
    $id: 'ReviewRequest',
    additionalProperties: false,
    examples: [{ verdict: 'reject', reason: 'The photo was replaced.' }],
  },
)

export const ReviewResponse = Type.Object({ status: words(STATUSES) }, { $id: 'ReviewResponse' })

export const ClaimResponse = Type.Object(
  { claimedBy: Type.String(), claimedUntilUtc: utc('When the claim runs out unless it is renewed.') },
  { $id: 'ClaimResponse' },
)

export const QueueQuery = Type.Object({
  PageNumber: SessionListQuery.properties.PageNumber,
  PageSize: SessionListQuery.properties.PageSize,
  mode: words(MODES, { default: 'live', description: 'Sessions of which mode.' }),
})
export type QueueQuery = Static<typeof QueueQuery>

export const QueueEntry = Type.Object(
  {
    id: Type.String({ description: 'The sessionId.' }),
    tenant: Type.String(),
    mode: words(MODES),
    waitingSinceUtc: utc('When the session was referred.'),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    country: Type.Optional(country()),
    claimedBy: Type.Optional(Type.String({ description: 'The reviewer who has it in hand.' })),
    claimedUntilUtc: Type.Optional(utc('When that claim runs out.')),
  },
  { $id: 'QueueEntry' },
)

export const QueueResponse = Type.Object(
  {
    pageNumber: Type.Integer(),
    pageSize: Type.Integer(),
    totalRecords: Type.Integer({
      description: 'Records in this page. The count of all is in the header x-total-count.',
    }),
    data: Type.Array(ref(QueueEntry)),
  },
  { $id: 'QueueResponse', description: 'Sessions that wait for a reviewer, longest first.' },
)
export type QueueResponse = Static<typeof QueueResponse>
