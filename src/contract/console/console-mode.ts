import { Type } from 'typebox'
import { MODES } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

export type { Mode } from '../../domain/vocabulary.ts'

/** The sessions that a screen is about: live ones, unless it says otherwise. */
export const mode = Type.Optional(words(MODES))
export const ModeQuery = Type.Object({ mode }, { additionalProperties: false })
