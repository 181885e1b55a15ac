import { type Static, Type } from 'typebox'
import { mode } from '../../accounts/contract/console-mode.ts'
import { words } from '../../contract/schema.ts'
import type { Status } from '../../session/session-words.ts'
import { CAPTURE_STEPS, DEVICE_CLASSES } from '../counted-words.ts'

/** The days that an overview can be about, today included. */
const OVERVIEW_DAYS = [7, 30, 90] as const
export const OverviewQuery = Type.Object(
  {
    mode,
    days: Type.Optional(words(OVERVIEW_DAYS.map(String))),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
)

export const CaptureFigure = Type.Object({
  step: words([...CAPTURE_STEPS, 'document']),
  about: words(['reached', 'refused', 'tries', 'seconds']),
  value: Type.String(),
  device: words(DEVICE_CLASSES),
  language: Type.String(),
  times: Type.Number(),
})
export type CaptureFigure = Static<typeof CaptureFigure>

export const OverviewResponse = Type.Object({
  /** Oldest first, one entry a day without gaps. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      counts: Type.Unsafe<Partial<Record<Status, number>>>(Type.Record(Type.String(), Type.Number())),
    }),
  ),
  /**
   * How sessions ended on each level of assurance; `policy` if none was chosen, absent if an earlier version decided.
   */
  levels: Type.Array(
    Type.Object({
      level: Type.Optional(Type.String()),
      approved: Type.Number(),
      rejected: Type.Number(),
      /** Why the others went to a person, most frequent first. */
      referrals: Type.Array(
        Type.Object({ cause: Type.Optional(Type.String()), isUnread: Type.Boolean(), sessions: Type.Number() }),
      ),
    }),
  ),
  /** Upper edges of the time spans in minutes; the last span has none. */
  spans: Type.Object({
    edges: Type.Array(Type.Number()),
    automatic: Type.Array(Type.Number()),
    reviewed: Type.Array(Type.Number()),
  }),
  refusals: Type.Array(
    Type.Object({
      code: Type.String(),
      refusals: Type.Number(),
    }),
  ),
  /** How far people came, why pictures were refused, how many pictures a step took and how long. */
  captures: Type.Array(CaptureFigure),
  /** About the node that answered, since it started; for those who see all tenants. */
  engine: Type.Optional(
    Type.Object({
      queued: Type.Optional(Type.Number()),
      /** Faces that the duplicate check can search, their total number, and where they are searched. */
      faces: Type.Optional(
        Type.Object({
          read: Type.Number(),
          total: Type.Number(),
          place: words(['memory', 'pgvector']),
        }),
      ),
      steps: Type.Array(
        Type.Object({
          step: Type.String(),
          calls: Type.Number(),
          meanMs: Type.Number(),
        }),
      ),
    }),
  ),
  webhooks: Type.Object({
    pending: Type.Number(),
    failed: Type.Number(),
  }),
  waiting: Type.Number(),
  /**
   * Lists that people are compared with: how far the comparison of approved people with each has come, and hits that
   * nobody has answered.
   */
  lists: Type.Object({
    open: Type.Number(),
    runs: Type.Array(
      Type.Object({
        list: Type.String(),
        persons: Type.Number(),
        compared: Type.Number(),
        found: Type.Number(),
        isDone: Type.Boolean(),
      }),
    ),
  }),
  /** Verdicts, the number of different hours they were given in, and those that were later decided otherwise. */
  reviewers: Type.Array(
    Type.Object({
      reviewer: Type.String(),
      verdicts: Type.Number(),
      hours: Type.Number(),
      overturned: Type.Number(),
    }),
  ),
})
export type OverviewResponse = Static<typeof OverviewResponse>
