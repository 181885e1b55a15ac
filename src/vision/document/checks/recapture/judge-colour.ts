import { growQuad } from '../../../picture/matrix.ts'
import type { Picture, Size } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { warpQuad } from '../../../picture/warp.ts'

/** Darker and brighter pixels have no usable colour. */
const DARK = 50
const BRIGHT = 250
/** Keeps noise in dark pixels from counting as colour. */
const FLOOR = 10
/** The minimum share of the document's pixels that must have a usable colour. */
const LEAST = 0.2
/** The share of them whose difference must be smaller: a stamp or a thumb may have any colour. */
const MOST = 0.9

/** Large enough to judge colours. */
const VIEW: Size = { width: 72, height: 48 }
/** Leaves out the edge, which may be part of the table. */
const INSET = -0.04

/** A spread below this indicates a grey copy. How strongly, as log odds: see docs/decisions/0097-recapture.md. */
const PALE = 0.032
const FACTOR = 6
const STRONGEST = 6
/** A picture without any colour says nothing: even paper and light have some colour. */
const NO_COLOUR = 0.004

/** How strongly the colours of the document indicate a grey copy, as log odds. Zero is not evidence of an original. */
export function judgeColour(picture: Picture, quad: Quad): number {
  const spread = colourSpread(warpQuad(picture, growQuad(quad, INSET), VIEW, 'repeat'))
  if (spread === undefined || spread < NO_COLOUR) return 0
  return Math.max(0, Math.min(STRONGEST, FACTOR * Math.log(PALE / spread)))
}

/**
 * How much the colours of a document differ, independently of the colour of the light: the 90th percentile of the
 * difference between a pixel's red-to-green and blue-to-green ratios and their medians, as logarithms. A grey copy has
 * only paper and toner, both of the light's colour. Undefined if too few pixels are neither dark nor bright.
 */
function colourSpread({ data }: Picture): number | undefined {
  const [reds, blues]: [number[], number[]] = [[], []]
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    if (red + green + blue < 3 * DARK || Math.max(red, green, blue) > BRIGHT) continue
    reds.push(Math.log((red + FLOOR) / (green + FLOOR)))
    blues.push(Math.log((blue + FLOOR) / (green + FLOOR)))
  }
  if (reds.length < (LEAST * data.length) / 3) return undefined
  const [red, blue] = [rankOf(reds, 0.5), rankOf(blues, 0.5)]
  return rankOf(
    reds.map((value, i) => Math.hypot(value - red, (blues[i] as number) - blue)),
    MOST,
  )
}

const rankOf = (values: readonly number[], share: number): number =>
  Float32Array.from(values).sort()[Math.floor(share * (values.length - 1))] as number
