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
