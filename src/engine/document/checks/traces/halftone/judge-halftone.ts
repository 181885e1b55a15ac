import { type Box, boundsOf, clipBox } from '../../../../picture/box.ts'
import type { Picture } from '../../../../picture/picture.ts'
import type { Quad } from '../../../../picture/quad.ts'
import { courseOf, stepOf } from './compare-places.ts'
import { findScreens } from './find-screens.ts'
import { followScreens, type Halftone } from './follow-screens.ts'

/** One grating says nothing of a turn. */
const LEAST_SCREENS = 2
/** A weaker print than this is a pattern of the camera or of the compression. */
const LEAST_STRENGTH = 2

/** The dots that the page is printed with; undefined where the picture does not show them, as telephones' pictures mostly do not. */
export function seeHalftone(photo: Picture, quad: Quad): Halftone | undefined {
  const bounds = clipBox(boundsOf(quad), photo)
  const [x, y] = [Math.max(1, Math.floor(bounds.x)), Math.max(1, Math.floor(bounds.y))]
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height]
  const part = {
    x,
    y,
    width: Math.min(photo.width - 1, Math.floor(right)) - x,
    height: Math.min(photo.height - 1, Math.floor(bottom)) - y,
  }
  const screens = findScreens(photo, part)
  if (screens.length < LEAST_SCREENS || (screens[0]?.strength ?? 0) < LEAST_STRENGTH) return undefined
  return followScreens(photo, part, screens)
}

/** Less steady gratings than this are noise. */
const STEADY = 0.4
/** A page on which the gratings run away by more than this in a tenth of its windows was bent, or straightened from another angle. */
const MOST_UNEVEN = 0.3
/**
 * Beyond these a place is taken for foreign. How they were chosen, and how many genuine pages lie beyond: models/authenticity.md.
 */
const LIMITS = { portrait: 1.2, value: 1.25 }
/** Log odds for each step beyond the limit. */
const SLOPE = 4

/**
 * Log odds that the portrait was not printed with the page: how far its halftone runs away from the page's, against how far
 * that of other places does. Undefined where either cannot be followed.
 */
export function portraitApart(halftone: Halftone, portrait: Box): number | undefined {
  const course = courseOf(halftone, portrait)
  if (!course || course.steadiness < STEADY || course.usual > MOST_UNEVEN) return undefined
  return SLOPE * ((course.steadiness * course.periods) / (course.usual + 0.1) - LIMITS.portrait)
}

/** Log odds that a printed value is foreign: how far its halftone is out of step with what is above and below it. */
export function valueApart(halftone: Halftone, value: Box): number | undefined {
  const step = stepOf(halftone, value)
  return step === undefined ? undefined : SLOPE * (step - LIMITS.value)
}
