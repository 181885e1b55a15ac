import type { PageSide } from '../../domain/vocabulary.ts'

/** Where something stands on the straightened picture of a side, in shares of it. */
export interface SidePlace {
  side: PageSide
  x: number
  y: number
  width: number
  height: number
}

/** The eyes of a face in shares of its picture, the picture's left one first. */
export interface EyePoints {
  left: { x: number; y: number }
  right: { x: number; y: number }
}
