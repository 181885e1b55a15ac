/** A decoded picture: RGB, row by row, three bytes a pixel, upright. */
export interface Picture extends Size {
  data: Uint8Array
}

export interface Size {
  width: number
  height: number
}
