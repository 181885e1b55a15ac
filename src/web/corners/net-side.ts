/** The net looks at a square of so many pixels; see models/corners.md. */
export const NET_SIDE = 320
