import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { mode } from '../../accounts/contract/console-mode.ts'
import { words } from '../../contract/schema.ts'
import { factorNames } from '../../decision/factors/index.ts'
import { liveRuleNames } from '../../decision/live-rules.ts'
import { MODES } from '../../session/session-words.ts'

export const QueueCase = Type.Object({
  id: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  waitingSinceUtc: Type.String(),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  /** As the document says it; only the console is shown it, and the look is on record. */
  name: Type.Optional(Type.String()),
  /** The picture that represents the case in a list. */
  thumbnail: Type.Optional(Type.String()),
  claimedBy: Type.Optional(Type.String()),
  claimedUntilUtc: Type.Optional(Type.String()),
  /**
   * The score of the decision, and the factor or rule of live mode that called for a reviewer first; absent for cases
   * of earlier versions.
   */
  score: Type.Optional(Type.Number()),
  cause: Type.Optional(Type.String()),
  /** The cause speaks against the person. */
  isRisky: Type.Optional(Type.Boolean()),
  /** The cause is that something could not be read or compared. */
  isUnread: Type.Optional(Type.Boolean()),
  dueUtc: Type.Optional(Type.String()),
  /** The person was asked for a picture that may still come. */
  askedUntilUtc: Type.Optional(Type.String()),
  /** The reviewer to whom a new picture came back. */
  waitsFor: Type.Optional(Type.String()),
  /** A verdict was given; it needs another reviewer. */
  isSecond: Type.Optional(Type.Boolean()),
})
export type QueueCase = Static<typeof QueueCase>
/** Opens the session at the picture that the person is asked for. */
export const PictureLink = Type.Object({ url: Type.String() })
export type PictureLink = Static<typeof PictureLink>
export const Queue = Type.Object({
  total: Type.Number(),
  cases: Type.Array(QueueCase),
  /** For all cases of the mode: how many wait for a reviewer and for a person, and what for. */
  tally: Type.Object({
    reviewer: Type.Number(),
    person: Type.Number(),
    causes: Type.Record(Type.String(), Type.Number()),
  }),
})
export type Queue = Static<typeof Queue>

/** Which of the waiting cases, and in which order. */
const queueFilter = () => ({
  mode,
  waitsFor: Type.Optional(words(['reviewer', 'person'])),
  /** Only those that the asking reviewer has claimed. */
  mine: Type.Optional(words(['true'])),
  cause: Type.Optional(words([...factorNames(), ...liveRuleNames(), 'editedPicture'])),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String({ maxLength: 3, pattern: '^[A-Z]{1,3}$' })),
  tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  order: Type.Optional(words(['pressing', 'oldest', 'newest', 'score'])),
})
export const queueFilterSchema = () => Type.Object(queueFilter(), { additionalProperties: false })
export type QueueFilter = Static<ReturnType<typeof queueFilterSchema>>

export const nextRequestSchema = () =>
  Type.Object(
    { ...queueFilter(), except: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 200 }) },
    { additionalProperties: false },
  )

/** Null if no case waits. */
export const NextCase = Type.Object({ id: Type.Union([Type.String(), Type.Null()]) })
export type NextCase = Static<typeof NextCase>
