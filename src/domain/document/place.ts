/** Where something stands, in shares of the picture it stands on: 0 to 1 from the left and from the top. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** The middles of a face's eyes in shares of the picture that shows it, the picture's left one first. */
export interface Eyes {
  left: { x: number; y: number }
  right: { x: number; y: number }
}
