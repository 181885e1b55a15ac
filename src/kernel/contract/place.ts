import { type Static, Type } from 'typebox'
import { PAGE_SIDES } from '../../formats/document-words.ts'
import { words } from './schema.ts'

/** The place of something on the straightened picture of a side, in shares of it. */
export const SidePlace = Type.Object({
  side: words(PAGE_SIDES),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
})
export type SidePlace = Static<typeof SidePlace>

const point = Type.Object({ x: Type.Number(), y: Type.Number() })

/** The eyes of a face in shares of its picture, the left one in the picture first. */
export const EyePoints = Type.Object({ left: point, right: point })
export type EyePoints = Static<typeof EyePoints>
