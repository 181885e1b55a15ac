import { type Static, Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { STATUSES } from '../../session/session-words.ts'
import { SETUP_ANSWERS, SETUP_STEPS } from '../setup.ts'

/** The set-up of a tenant: each step with its present state, what happens without it, and where it is done. */
export const SetupView = Type.Object({
  lines: Type.Array(
    Type.Object({
      step: words(SETUP_STEPS),
      title: Type.String(),
      state: words(['done', 'open', 'skipped']),
      now: Type.String(),
      ifSkipped: Type.String(),
      place: Type.String(),
      command: Type.String(),
    }),
  ),
  isDone: Type.Boolean(),
  baseUrl: Type.String(),
  /** The newest live session that was finished, and why it ended as it did. */
  session: Type.Optional(
    Type.Object({
      id: Type.String(),
      status: words(STATUSES),
      summary: Type.String(),
      reasons: Type.Array(Type.String()),
    }),
  ),
})
export type SetupView = Static<typeof SetupView>

/** `open` withdraws an answer. */
export const SetupAnswer = Type.Object(
  { step: words(SETUP_STEPS), answer: words([...SETUP_ANSWERS, 'open']) },
  { additionalProperties: false },
)
export type SetupAnswer = Static<typeof SetupAnswer>

/** A live session for one's own phone. */
export const SetupSession = Type.Object({ id: Type.String(), url: Type.String() })
export type SetupSession = Static<typeof SetupSession>
