import type { ReferenceProperties } from '../document/page-reading.ts'
import { TOO_COARSE } from './model.ts'

/** A measurement on a page that is aligned with its reference. */
export interface Measure {
  /** The property that it belongs to. */
  about: Exclude<keyof ReferenceProperties, 'fonts'>
  /** The maximum difference between taught pictures for three in four types: for models that do not state it. */
  usual: number
  /**
   * The 95th percentile, over genuine pictures, of what exceeds one and a half times the taught pictures' difference,
   * plus a quarter; at least a quarter of `usual`.
   */
  unit: number
  /** How much it grows with the softness difference between the picture's letters and those of the taught pictures. */
  softens?: number
  /** How much more it may grow with that for a picture of another kind: that part refuses nothing, but is a doubt. */
  blurs?: number
}

/**
 * Units are measured only on genuine pictures: 30 scans of 5 types and 21 phone photographs of 4 types with their given
 * triples, and other triples of the same. No imitations were used. The purpose of each measure: the table "Ablation" in
 * docs/accuracy-documents.md.
 */
export const MEASURES = {
  soft: { about: 'pattern', usual: 0.29, unit: 0.073, blurs: 1 },
  same: { about: 'pattern', usual: 0.08, unit: 0.02 },
  faded: { about: 'pattern', usual: 0.21, unit: 0.053, softens: 0.6 },
  like: { about: 'print', usual: 0.2, unit: 0.05 },
  fallen: { about: 'print', usual: 0.006, unit: 0.027, blurs: 0.3 },
  area: { about: 'print', usual: 0, unit: 0.021 },
  weight: { about: 'print', usual: 0.07, unit: 0.064, blurs: 1.7 },
  elsewhere: { about: 'layout', usual: 0.1, unit: 0.036 },
  turned: { about: 'colours', usual: 0, unit: 7.3 },
  inks: { about: 'colours', usual: 0.07, unit: 0.026 },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof MEASURES

/**
 * One measure counts for at most this number of units. Measures are added as squares; from `against` they refuse, up to
 * `clear` they approve.
 */
export const TOGETHER = { most: 4, against: 4, clear: 2 } as const
/** A difference in softness beyond this explains no more: photographs of what was taught as scans have 0.15 to 0.35. */
export const MOST_EXPLAINED = 0.15
/** The score of a page that is only far off by what softer letters explain. */
export const DOUBTFUL = 75
/**
 * The maximum softness of the letters of taught pictures compared with the first picture's for three in four types: for
 * models that do not state it.
 */
export const USUALLY_SOFTER = 0.22
/** Units are wider by this factor if light, blur, few pixels or compression hide the print. */
export const POORLY_SHOWN = 2
/**
 * A picture beyond these limits cannot approve: softness of letters, too much sharpness for the resolution, resolution,
 * light, and the share of comparable windows.
 */
export const JUDGED = { softer: 0.8, sharper: 0.35, coarser: TOO_COARSE, washed: 0.4, covered: 0.1 } as const
/** Letters this similar are the same ones at the same place: a page with another background still has them. */
export const LIES_ON = 0.6

/** The width of a reference in pixels: the lines of a guilloche are at most three pixels wide. */
export const REFERENCE_ACROSS = { least: 640, most: 1600 } as const

/** Fewer cells than this do not show a pattern or a colour, half as many do not show print. */
export const LEAST_CELLS = 30
/** The share of a cell's pixels that are ink: background has less, on the reference and on the page. */
export const NO_INK = { reference: 0.01, page: 0.04 } as const
/** Fewer pixels of ink than this are too few to measure a picture's sharpness. */
export const LEAST_INK = 400
/** Own cells with more structure than this share of them have clear print, or bold print. */
export const CLEAR = 0.6
export const BOLD = 0.8
/** Pixels of ink and likeness of a cell of letters, and the minimum number of such cells for measuring boldness. */
export const LETTERS = { ink: 10, likeness: 0.6, least: 8 } as const
/** A document with less colour than this cannot be judged by its colours. */
export const LEAST_COLOUR = 0.02
/** Noise of a phone's camera in windows, in squared grey levels. */
export const PHONE_GRAIN = 3

/** A cell is washed out if this share is white, or if lighter than this and than the reference by `over` levels. */
export const WASHED = { white: 0.15, light: 205, over: 10 } as const
/** If the finest and middle detail is this much weaker than on genuine ones, as a logarithm, light washed it out. */
export const TAKEN_AWAY = 0.1
/** If a place is this much lighter than the whole page, as a logarithm, it is a reflection that covers the print. */
export const SHINING = 0.15

/** Pictures agree on a window if their mean is over `mean` and none of them, or only one of five, is under `least`. */
export const CONFIRMED = { mean: 0.5, least: 0.4, share: 0.8 } as const
/** Fewer windows are not enough to compare. */
export const LEAST_CONFIRMED = 100
/** A window that is less similar than expected by this much, also compared with the whole page, has other print. */
export const OTHER_WINDOW = 0.35

/**
 * A picture that is less similar to the others than they are to one another by this much does not have the same print
 * and is not used for teaching.
 */
export const STRANGE = 0.3
/** Above this difference in softness, as a logarithm, a picture does not show how genuine ones differ. */
export const TOO_SOFT_TO_TEACH = 0.45
/**
 * A picture whose windows are this similar, and more similar than those of another picture by `more`, shows the same
 * card as the first: its scan and its photograph, for example. Measured: 0.90 and 0.98 for one card, compared with 0.42
 * to 0.77 for others; pictures of other cards that are that similar differ from one another by at most 0.06.
 */
export const SAME_CARD = { alike: 0.85, more: 0.15 } as const

/**
 * A line is the same if it begins this near, in shares of the width; if it is off by more than these hundredths, it is
 * in another place.
 */
export const NEAR_LINE = { across: 0.04, down: 0.03 } as const
export const ELSEWHERE = { across: 0.9, down: 0.35 } as const
/** Fewer lines are not enough to compare. */
export const LEAST_LINES = 8
