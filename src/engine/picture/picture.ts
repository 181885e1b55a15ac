/** A decoded picture: RGB, row by row, three bytes a pixel, upright. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array
}

export interface Point {
  x: number
  y: number
}

/** In pixels; may reach over the picture's edge. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}
