import type { ReferenceProperties } from '../../domain/document/document.ts'
import { TOO_COARSE } from '../../domain/document/model.ts'

/** What is measured of a page that lies over its reference. */
export interface Measure {
  /** The property that it is part of. */
  about: Exclude<keyof ReferenceProperties, 'fonts'>
  /** By how much taught pictures of three in four types differ at most: for models that do not say it. */
  usual: number
  /** How much farther off than the taught pictures, and half as much again, 19 of 20 genuine ones are, and a quarter more; a quarter of `usual` at least. */
  unit: number
  /** By how much it grows with how much softer the picture's letters are than those of the taught pictures. */
  softens?: number
  /** By how much more it may grow with that where the picture is of another kind: so much of it refuses nothing, and is a doubt. */
  blurs?: number
}

/**
 * Units are measured on genuine pictures alone: 30 scans of 5 types and 21 phone photographs of 4 types with their given
 * triples, and other triples of the same. No imitation has a part in them. What each measure is for: the table "Ablation" in
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

/** One measure counts for this number of units at most. Measures are added as squares; at `against` they refuse, up to `clear` they approve. */
export const TOGETHER = { most: 4, against: 4, clear: 2 } as const
/** Letters that are softer by more than this explain no more: photographs of what was taught as scans are by 0.15 to 0.35. */
export const MOST_EXPLAINED = 0.15
/** The score of a page that is far off only by what softer letters explain. */
export const DOUBTFUL = 75
/** By how much softer the letters of taught pictures of three in four types are than the first picture's, at most: for models that do not say it. */
export const USUALLY_SOFTER = 0.22
/** Units are this much wider where light, blur, few pixels or compression hide the print. */
export const POORLY_SHOWN = 2
/** A picture beyond these does not approve: letters, for their pixels too sharp, pixels, light, and windows that can be compared. */
export const JUDGED = { softer: 0.8, sharper: 0.35, coarser: TOO_COARSE, washed: 0.4, covered: 0.1 } as const
/** Letters this much alike are the same ones at the same place: a page with another background still has them. */
export const LIES_ON = 0.6

/** Pixels across a reference: the lines of a guilloche are three pixels wide at the most. */
export const REFERENCE_ACROSS = { least: 640, most: 1600 } as const

/** Fewer cells than this do not show a pattern or a colour, half of them no print. */
export const LEAST_CELLS = 30
/** Shares of a cell's pixels that are ink: background has less, on the reference and on the page. */
export const NO_INK = { reference: 0.01, page: 0.04 } as const
/** Fewer pixels of ink than this do not say how sharp a picture is. */
export const LEAST_INK = 400
/** Of the own cells those with more structure than this share of them have clear print, and bold print. */
export const CLEAR = 0.6
export const BOLD = 0.8
/** Pixels of ink and likeness of a cell of letters, and how many of them say how bold they are. */
export const LETTERS = { ink: 10, likeness: 0.6, least: 8 } as const
/** A document with less colour than this cannot be judged by it. */
export const LEAST_COLOUR = 0.02
/** Grain of a phone's camera in windows, in squared grey levels. */
export const PHONE_GRAIN = 3

/** A cell is washed out where this share is white, or where it is lighter than this and than the reference by `over` levels. */
export const WASHED = { white: 0.15, light: 205, over: 10 } as const
/** Where the finest and the middle forms show by this much less than on genuine ones, as a logarithm, the light took them. */
export const TAKEN_AWAY = 0.1
/** This much lighter than the page is as a whole, as a logarithm, light is mirrored by the document and covers its print. */
export const SHINING = 0.15

/** Pictures agree on a window where their mean is over it, and none of them, or one of five, is under `least`. */
export const CONFIRMED = { mean: 0.5, least: 0.4, share: 0.8 } as const
/** Fewer windows say nothing. */
export const LEAST_CONFIRMED = 100
/** A window this much less alike than it should be, and than the page is as a whole, has other print. */
export const OTHER_WINDOW = 0.35

/** This much less like the others than they are like one another, a picture is not of the same print and does not teach. */
export const STRANGE = 0.3
/** A picture whose letters are softer than the reference's by more than this, as a logarithm, does not say how genuine ones differ. */
export const TOO_SOFT_TO_TEACH = 0.45
/**
 * A picture whose windows are as alike as this, and this much more than those of another picture, shows the same card as the
 * first: its scan and its photograph, say. Measured: 0.90 and 0.98 of one card next to 0.42 to 0.77 of others; pictures of other
 * cards that are that much alike differ from one another by 0.06 at most.
 */
export const SAME_CARD = { alike: 0.85, more: 0.15 } as const

/** A line is the same if it begins this near, in shares of the width; off by more than these hundredths it stands elsewhere. */
export const NEAR_LINE = { across: 0.04, down: 0.03 } as const
export const ELSEWHERE = { across: 0.9, down: 0.35 } as const
/** Fewer lines say nothing. */
export const LEAST_LINES = 8
