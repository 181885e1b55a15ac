import { type Static, Type } from 'typebox'
import { AUDIT_KINDS, type AuditKind } from '../../contract/console-words.ts'
import { timeAsked, words } from '../../contract/schema.ts'

/** Filters of the audit log for admins. */
export const AuditRequest = Type.Object(
  {
    /** `reviewer:ada`, or only the name. */
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    kind: Type.Optional(words(Object.keys(AUDIT_KINDS) as AuditKind[])),
    sessionId: Type.Optional(Type.String({ maxLength: 36, pattern: '^[0-9a-fA-F-]{36}$' })),
    from: Type.Optional(timeAsked),
    before: Type.Optional(timeAsked),
    after: Type.Optional(Type.Object({ atUtc: timeAsked, id: Type.String({ maxLength: 36 }) })),
  },
  { additionalProperties: false },
)
export type AuditRequest = Static<typeof AuditRequest>

export const AuditLine = Type.Object({
  id: Type.String(),
  atUtc: Type.String(),
  tenant: Type.String(),
  actor: Type.String(),
  action: Type.String(),
  sessionId: Type.Optional(Type.String()),
  detail: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  /** The service did not write it. */
  isForged: Type.Optional(Type.Literal(true)),
})
export type AuditLine = Static<typeof AuditLine>
export const AuditPage = Type.Object({
  lines: Type.Array(AuditLine),
  /** There are older ones. */
  more: Type.Boolean(),
})
export type AuditPage = Static<typeof AuditPage>
