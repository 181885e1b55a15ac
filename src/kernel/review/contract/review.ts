import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { country, ref, words } from '../../contract/schema.ts'
import { AGAINST_CODES } from '../../decision/finding-codes.ts'
import { SessionListQuery } from '../../results/contract/session-list.ts'
import { MODES, PARTS, STATUSES } from '../../session/session-words.ts'
import { NEW_PICTURE_REASONS, REJECTION_REASONS } from '../review-words.ts'

const utc = (description: string) => Type.String({ format: 'date-time', description })

/** Sent with everything a reviewer does to a case: what it was like when they looked. */
const version = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'The `version` of the explanation that you have seen. If the case has changed since, nothing is done: 409 CASE_CHANGED. Optional until a new picture has come.',
  }),
)

export const ReviewRequest = Type.Object(
  {
    version,
    verdict: words(['approve', 'reject'], { description: 'approve: MANUAL_APPROVED; reject: MANUAL_REJECTED.' }),
    code: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: '^[A-Z][A-Z0-9_]{1,39}$',
        description: `The reason of a rejection: one of ${REJECTION_REASONS.join(', ')}, or one that the tenant has added. OTHER if absent.`,
      }),
    ),
    reason: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'Why, in words. Stored permanently. Required to approve, and with the code OTHER.',
      }),
    ),
    against: Type.Optional(
      Type.Array(words(AGAINST_CODES), {
        maxItems: AGAINST_CODES.length,
        description:
          'To approve in live mode: every finding that speaks against it, as in `against` of the explanation. `reason` says why you approve nevertheless. Without them: 409 FINDINGS_NOT_NAMED with the list. A specimen or an altered proof wants a second reviewer, unless the tenant’s `confirmAgainst` is `alone`. In test mode nothing binds.',
      }),
    ),
  },
  {
    $id: 'ReviewRequest',
    additionalProperties: false,
    examples: [{ verdict: 'reject', code: 'ALTERED', reason: 'The photo was replaced.' }],
  },
)

export const ReviewResponse = Type.Object(
  {
    status: words(STATUSES, {
      description:
        'WAITING_FOR_MANUAL_APPROVE if the tenant requires a second reviewer to agree. Until `undoUntilUtc` the data endpoints keep this status.',
    }),
    undoUntilUtc: Type.Optional(utc('Until when it can be undone; the webhook is sent after that.')),
  },
  { $id: 'ReviewResponse' },
)

export const NewPictureRequest = Type.Object(
  {
    version,
    of: words(PARTS, { description: 'Which picture.' }),
    reason: words(NEW_PICTURE_REASONS, {
      description:
        'The reason, shown to the person in their own language. GLARE, CUT_OFF and OTHER_DOCUMENT are about documents and do not fit a selfie.',
    }),
    sentence: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'A sentence to the person, in your own words, in addition to the reason.',
      }),
    ),
  },
  { $id: 'NewPictureRequest', additionalProperties: false, examples: [{ of: 'FRONT', reason: 'GLARE' }] },
)

export const NewPictureResponse = Type.Object(
  {
    untilUtc: utc('Until when the person may send it.'),
    undoUntilUtc: Type.Optional(utc('Until when it can be undone; the webhook is sent after that.')),
  },
  { $id: 'NewPictureResponse' },
)

export const NoteRequest = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'For colleagues.' }) },
  { $id: 'NoteRequest', additionalProperties: false, examples: [{ note: 'Called the person: they have moved.' }] },
)

export const EscalateRequest = Type.Object(
  {
    version,
    reason: Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: '\\S',
      description: 'What the second reviewer should look at.',
    }),
  },
  { $id: 'EscalateRequest', additionalProperties: false, examples: [{ reason: 'The portrait looks replaced.' }] },
)

export const UndoableResponse = Type.Object(
  { undoUntilUtc: Type.Optional(utc('Until when it can be undone.')) },
  { $id: 'UndoableResponse' },
)

export const ClaimResponse = Type.Object(
  { claimedBy: Type.String(), claimedUntilUtc: utc('When the claim expires unless it is renewed.') },
  { $id: 'ClaimResponse' },
)

export const QueueQuery = Type.Object({
  PageNumber: SessionListQuery.properties.PageNumber,
  PageSize: SessionListQuery.properties.PageSize,
  mode: words(MODES, { default: 'live', description: 'The mode of the sessions.' }),
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
    externalId: Type.Optional(Type.String({ description: 'The integrator’s own reference.' })),
    score: Type.Optional(Type.Integer({ description: 'The score of the decision.' })),
    cause: Type.Optional(
      Type.String({
        description:
          'The Trust Factor or live-mode rule of the most incriminating finding; without one, what called for a reviewer.',
      }),
    ),
    isRisky: Type.Optional(Type.Boolean({ description: 'Whether the cause speaks against the person.' })),
    isUnread: Type.Optional(
      Type.Boolean({ description: 'Whether the cause is that something could not be read or compared.' }),
    ),
    dueUtc: Type.Optional(utc('Until when the tenant wants a verdict.')),
    askedUntilUtc: Type.Optional(utc('Until when the person may send the picture they were asked for.')),
    waitsFor: Type.Optional(Type.String({ description: 'The reviewer to whom a new picture came back.' })),
    isSecond: Type.Optional(Type.Boolean({ description: 'Whether it needs a second reviewer.' })),
    claimedBy: Type.Optional(Type.String({ description: 'The reviewer who has claimed it.' })),
    claimedUntilUtc: Type.Optional(utc('When that claim expires.')),
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
  {
    $id: 'QueueResponse',
    description:
      'Sessions that wait for a reviewer: those whose deadline has passed first, then those that most speaks against, then those with the nearest deadline, then those that have waited longest.',
  },
)
export type QueueResponse = Static<typeof QueueResponse>
