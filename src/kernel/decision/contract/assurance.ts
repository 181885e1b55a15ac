import { type Static, Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { ASSURANCE_LEVELS } from '../levels.ts'

/** The levels of assurance with their measurements. */
export const LevelList = Type.Array(
  Type.Object({
    level: words(ASSURANCE_LEVELS),
    /** What a session needs to be approved without a person. */
    asks: Type.String(),
    /** The risk that it is suitable for. */
    fitFor: Type.String(),
    /** The measurements, in one line. */
    figures: Type.Array(Type.Object({ about: Type.String(), measured: Type.String() })),
  }),
)
export type LevelList = Static<typeof LevelList>
