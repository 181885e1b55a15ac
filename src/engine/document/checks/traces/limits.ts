// Limits of the check for edits. What each part is worth: the table "Ablation" in docs/accuracy-forgery.md.

// The net.
/** A document with a shorter long side than this, in pixels, has lost what is looked for: exchanged values are found by chance (area under the curve 0.46 at 400 pixels, 0.60 at 500, 0.78 at 800). */
export const LEAST_SIDE = 500
/** This number of cells decides, those that look most like it: about a printed value, or a side of a portrait. */
export const DECIDING = 60
/** On a page whose print shows its dots the net knows the print rather than the edit: alone it must be surer by these log odds. */
export const ALONE = 5
/** Where the dots of the place that it means are out of step as well, it may be less sure by these. */
export const WITH_HALFTONE = 0.8

// The halftone of the page.
/** One grating says nothing of a turn. */
export const LEAST_SCREENS = 2
/** A weaker print than this is a pattern of the camera or of the compression. */
export const LEAST_STRENGTH = 2
/** Less steady gratings than this are noise. */
export const STEADY_SCREEN = 0.4
/** A page on which the gratings run away by more than this in a tenth of its windows was bent, or straightened from another angle. */
export const MOST_UNEVEN = 0.3
/**
 * Beyond these a place is taken for foreign. How they were chosen, and how many genuine pages lie beyond: models/authenticity.md.
 */
export const FOREIGN = { portrait: 1.2, value: 1.25 }
/** Log odds for each step beyond the limit. */
export const SCREEN_SLOPE = 4
/** Coarser patterns are ornaments and text. */
export const COARSEST_SCREEN = 0.12
/** A peak this little above its neighbours is noise. */
export const WEAKEST_SCREEN = 1.2
/** Windows that overlap the place by more are part of it. */
export const MOST_OVERLAP = 0.15
/** With fewer windows there is no page to compare with. */
export const LEAST_WINDOWS = 12

// Text that was copied within the picture.
/**
 * The noise of two places agrees more than that of any two places of a genuine page. Chosen on the photographs and scans of
 * `documents` and of five taught types, which reach 5.7.
 */
export const REPEATED = 7
/** Longer lines, in shares of the document, are of the MRZ: its many fillers are alike, and check digits protect it. */
export const LONGEST_LINE = 0.65
/** Letters whose looks correlate less are not the same. */
export const SAME_LETTER = 0.85
/** Their width and height may differ by this share, or by one pixel. */
export const SAME_SIZE = 0.12
/** Fewer pixels of ground say nothing. */
export const LEAST_PIXELS = 60
/** Letters whose noise agrees less than this, or by fewer deviations, are no beginning. */
export const BEGINNING = { agreement: 0.3, deviations: 4, most: 40 }
/** Agreement with which a copied place grows along its line. */
export const GROWING = 0.4
/** Fine patterns of genuine pages agree this much. */
export const FINE_PATTERN = 0.42
/** Fewer pixels than this are too few to call a place repeated. */
export const LEAST_PLACE = 120
/** A pattern that repeats is not a copy: it is found at several distances. */
export const MOST_DISTANCES = 2
/** Pixels; letters of lower lines are too small to compare their noise. */
export const LEAST_LINE_HEIGHT = 9
/** Grey levels, times four, between ink and ground. */
export const LEAST_CONTRAST = 80
