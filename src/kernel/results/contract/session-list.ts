import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { country, ref, words } from '../../contract/schema.ts'
import { MODES, STATUSES } from '../../session/session-words.ts'

const utc = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00.000+00:00'] })

export const SessionListQuery = Type.Object({
  PageNumber: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'Page, from 1.' }),
  PageSize: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Records per page, at most 100.' }),
  mode: Type.Optional(words(MODES, { description: 'The mode of the sessions; that of your credential by default.' })),
})
export type SessionListQuery = Static<typeof SessionListQuery>

export const SessionListEntry = Type.Object(
  {
    id: Type.String({ description: 'The sessionId.' }),
    mode: words(MODES, { description: 'The mode of the credential that opened it; an addition.' }),
    createdDateUtc: utc('Creation time, UTC.'),
    expiryDateUtc: utc('Expiry time, UTC.'),
    documentType: Type.Optional(words(DOCUMENT_TYPES, { description: 'Absent until a document was accepted.' })),
    verificationStatus: words(STATUSES),
    completedDateUtc: Type.Optional(utc('Completion time, UTC. Absent until the session is completed.')),
    country: Type.Optional(country('ISO 3166 alpha-3 code. Absent until a document was accepted.')),
    externalId: Type.Optional(Type.String({ description: 'Your own reference of initialize; an addition.' })),
  },
  { $id: 'SessionListEntry' },
)

/** Specification 2.10. */
export const SessionListResponse = Type.Object(
  {
    pageNumber: Type.Integer({ description: 'Page number.' }),
    pageSize: Type.Integer({ description: 'Maximum number of records per page.' }),
    totalRecords: Type.Integer({
      description: 'Records in this page. The header x-total-count has the total.',
    }),
    data: Type.Array(ref(SessionListEntry)),
  },
  { $id: 'SessionListResponse', description: 'One page of sessions, newest first.' },
)
export type SessionListResponse = Static<typeof SessionListResponse>

/** Specification 2.5. */
export const StatusResponse = Type.Object(
  { status: words(STATUSES, { description: 'State of the session. Ask about once a minute, or use a webhook.' }) },
  { $id: 'StatusResponse', examples: [{ status: 'AUTO_APPROVED' }] },
)
export type StatusResponse = Static<typeof StatusResponse>
