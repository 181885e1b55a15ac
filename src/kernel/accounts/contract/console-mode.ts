import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { MODES } from '../../session/session-words.ts'

export type { Mode } from '../../session/session-words.ts'

/** The sessions that a screen is about: live ones, unless it says otherwise. */
export const mode = Type.Optional(words(MODES))
export const ModeQuery = Type.Object({ mode }, { additionalProperties: false })
