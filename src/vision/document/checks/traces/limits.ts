// Limits of the check for edits. What each part is worth: the table "Ablation" in docs/accuracy-forgery.md.

// The net.
/**
 * A document with a shorter long side than this, in pixels, has lost the traces: exchanged values are found no better
 * than by chance (area under the curve 0.46 at 400 pixels, 0.60 at 500, 0.78 at 800).
 */
export const LEAST_SIDE = 500
/**
 * The result depends on this number of cells, those with the highest scores: about the size of a printed value or of
 * one side of a portrait.
 */
export const DECIDING = 60
/**
 * On a page whose print shows its dots, the net reacts to the print rather than to an edit: on its own it must be more
 * confident by these log odds.
 */
export const ALONE = 5
/** If the dots of the place in question are out of step as well, the net may be less confident by these log odds. */
export const WITH_HALFTONE = 0.8

// The halftone of the page.
/** A single grating says nothing about rotation. */
export const LEAST_SCREENS = 2
/** Print weaker than this is a pattern of the camera or of the compression. */
export const LEAST_STRENGTH = 2
/** Gratings that are less steady than this are noise. */
export const STEADY_SCREEN = 0.4
/**
 * If the gratings drift by more than this in a tenth of its windows, the page was bent or straightened from another
 * angle.
 */
export const MOST_UNEVEN = 0.3
/**
 * Beyond these limits a place is considered foreign. How they were chosen, and how many genuine pages are beyond them:
 * models/authenticity.md.
 */
export const FOREIGN = { portrait: 1.2, value: 1.25 }
/** Log odds per step beyond the limit. */
export const SCREEN_SLOPE = 4
/** Coarser patterns are ornaments and text. */
export const COARSEST_SCREEN = 0.12
/** A peak that rises less than this above its neighbours is noise. */
export const WEAKEST_SCREEN = 1.2
/** Windows that overlap the place by more than this are part of it. */
export const MOST_OVERLAP = 0.15
/** With fewer windows there is not enough of the page to compare with. */
export const LEAST_WINDOWS = 12

// Text that was copied within the picture.
/**
 * The noise of two copied places agrees more than that of any two places of a genuine page. Chosen on the photographs
 * and scans of `documents` and of five taught types, which reach 5.7.
 */
export const REPEATED = 7
/** Longer lines, in shares of the document, belong to the MRZ: its fillers look alike, and check digits protect it. */
export const LONGEST_LINE = 0.65
/** Letters whose appearance correlates less than this are not the same letter. */
export const SAME_LETTER = 0.85
/** Their width and height may differ by this share, or by one pixel. */
export const SAME_SIZE = 0.12
/** With fewer pixels of background, the noise cannot be judged. */
export const LEAST_PIXELS = 60
/** Letters whose noise agrees less than this, or by fewer standard deviations, are not used as a starting point. */
export const BEGINNING = { agreement: 0.3, deviations: 4, most: 40 }
/** The minimum agreement for extending a copied place along its line. */
export const GROWING = 0.4
/** Fine patterns of genuine pages agree by this much. */
export const FINE_PATTERN = 0.42
/** A place with fewer pixels than this is too small to be called repeated. */
export const LEAST_PLACE = 120
/** A match also found at this many other distances is a repeating pattern, not a copy. */
export const MOST_DISTANCES = 2
/** In pixels. The letters of lower lines are too small to compare their noise. */
export const LEAST_LINE_HEIGHT = 9
/** Grey levels, times four, between ink and background. */
export const LEAST_CONTRAST = 80
