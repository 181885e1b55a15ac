import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { mode } from '../../accounts/contract/console-mode.ts'
import { timeAsked, words } from '../../contract/schema.ts'
import { CAPTURE_STEPS } from '../../figures/counted-words.ts'
import { MODES, STATUSES } from '../../session/session-words.ts'

const minutes = Type.Number({ minimum: 0, maximum: 1e6 })

export const SearchRequest = Type.Object(
  {
    mode,
    id: Type.Optional(Type.String({ maxLength: 36, pattern: '^[0-9a-fA-F][0-9a-fA-F-]{3,35}$' })),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    /** Prefixes of a reference, of names, of a number; in quotation marks a whole one. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    status: Type.Optional(words(STATUSES)),
    statuses: Type.Optional(Type.Array(words(STATUSES), { minItems: 1, maxItems: STATUSES.length })),
    from: Type.Optional(timeAsked),
    before: Type.Optional(timeAsked),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    country: Type.Optional(Type.String({ maxLength: 3, pattern: '^[A-Z]{1,3}$' })),
    reached: Type.Optional(words(CAPTURE_STEPS)),
    decided: Type.Optional(
      Type.Object(
        {
          by: words(['rules', 'reviewer']),
          from: Type.Optional(timeAsked),
          overMinutes: Type.Optional(minutes),
          underMinutes: Type.Optional(minutes),
        },
        { additionalProperties: false },
      ),
    ),
    reviewer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    after: Type.Optional(Type.Object({ createdUtc: timeAsked, id: Type.String({ maxLength: 36 }) })),
  },
  { additionalProperties: false },
)
export type SearchRequest = Static<typeof SearchRequest>

export const ExportRequest = Type.Object(
  { ...SearchRequest.properties, format: words(['csv', 'jsonl']) },
  { additionalProperties: false },
)

export const FoundSession = Type.Object({
  id: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  status: words(STATUSES),
  createdUtc: Type.String(),
  completedUtc: Type.Optional(Type.String()),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  /** The name that the document states. */
  name: Type.Optional(Type.String()),
  /** A picture of the session that shows the person. */
  thumbnail: Type.Optional(Type.String()),
})
export type FoundSession = Static<typeof FoundSession>
/** `total` stops counting at `countedTo`. */
export const SearchResult = Type.Object({
  total: Type.Number(),
  countedTo: Type.Number(),
  sessions: Type.Array(FoundSession),
})
export type SearchResult = Static<typeof SearchResult>
