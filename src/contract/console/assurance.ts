import { type Static, Type } from 'typebox'
import { ASSURANCE_LEVELS } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

/** The levels of assurance with what was measured of each. */
export const LevelList = Type.Array(
  Type.Object({
    level: words(ASSURANCE_LEVELS),
    /** What a session needs to be approved without a person. */
    asks: Type.String(),
    /** For what risk it is fit. */
    fitFor: Type.String(),
    /** What was measured, in one line. */
    figures: Type.String(),
  }),
)
export type LevelList = Static<typeof LevelList>

/** How sessions ended on each level, and why some went to a person. */
export const AssuranceOverview = Type.Object({
  /** `policy`: no level was chosen, and a policy of the tenant's own decided. */
  levels: Type.Array(
    Type.Object({
      decider: words([...ASSURANCE_LEVELS, 'policy']),
      sessions: Type.Number(),
      approved: Type.Number(),
      referred: Type.Number(),
      rejected: Type.Number(),
      reasons: Type.Array(Type.Object({ what: Type.String(), remedy: Type.String(), sessions: Type.Number() })),
    }),
  ),
  /** There are more sessions than were looked at. */
  isSample: Type.Boolean(),
})
export type AssuranceOverview = Static<typeof AssuranceOverview>
