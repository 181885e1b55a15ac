/** The place of something, in shares of the picture that shows it: 0 to 1 from the left and from the top. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** The centres of a face's eyes in shares of the picture that shows it, the eye on the left of the picture first. */
export interface Eyes {
  left: { x: number; y: number }
  right: { x: number; y: number }
}
