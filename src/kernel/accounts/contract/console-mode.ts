import { Type } from 'typebox'
import { MODES } from '../../vocabulary.ts'
import { words } from '../../contract/schema.ts'

export type { Mode } from '../../vocabulary.ts'

/** The sessions that a screen is about: live ones, unless it says otherwise. */
export const mode = Type.Optional(words(MODES))
export const ModeQuery = Type.Object({ mode }, { additionalProperties: false })
