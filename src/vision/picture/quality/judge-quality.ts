import { type Area, type Grey, meanOf, sharpnessOf, washedOutPart, washedOutShare } from './measures.ts'

/** The faults of a document's picture, most urgent first: a dark picture cannot be judged for the others. */
export type QualityFault = 'dark' | 'bright' | 'glare' | 'blurred'

/**
 * The limits for a document's picture, used by the page before it takes one and by the service that receives it, in
 * grey values (0..255) or shares. `npm run bench -- guidance` measures them on frames of a camera,
 * docs/accuracy-page.md on photographs.
 */
const QUALITY_LIMITS = {
  dark: 55,
  bright: 235,
  /** A share of the document: drawn reflections take 0.0006 or more, photographs without one nothing. */
  glareShare: 0.0004,
  /** A larger share is not a reflection but paper as white as a screen: forms drawn by programs have 0.53 or more. */
  whiteShare: 0.4,
  /**
   * Drawn pictures with blurred print reach 0.14, sharp ones 0.31; frames of an old phone's film 0.09 to 0.38, readable
   * from about 0.16 on.
   */
  sharpness: 0.16,
}

/** The parts of a picture that are judged. */
interface QualityInput {
  /** About `OVERVIEW_WIDTH` pixels wide. */
  overview: Grey
  /** The area in which the document is expected. */
  area: Area
  /** A crop from the centre of the document: blur does not show in the small picture. */
  detail: Grey
}

export const OVERVIEW_WIDTH = 320
/** The side of the crop that sharpness is judged on. */
export const DETAIL_SIDE = 320
/**
 * The maximum long side of the document in the picture that the crop is taken from: at higher resolution every lens
 * looks softer.
 */
export const DETAIL_SCALE = 800

export const isDark = (light: number): boolean => light < QUALITY_LIMITS.dark
export const isBright = (light: number): boolean => light > QUALITY_LIMITS.bright
export const isBlurred = (detail: Grey): boolean => sharpnessOf(detail) < QUALITY_LIMITS.sharpness
export function hasGlare(overview: Grey, area: Area): boolean {
  const share = washedOutShare(overview, area)
  return share > QUALITY_LIMITS.glareShare && share < QUALITY_LIMITS.whiteShare
}

/** All faults of light and focus, with their place if they have one, in the overview's pixels. */
export function judgeQuality({ overview, area, detail }: QualityInput): { fault: QualityFault; place?: Area }[] {
  const light = meanOf(overview, area)
  if (isDark(light)) return [{ fault: 'dark' }]
  if (isBright(light)) return [{ fault: 'bright' }]
  const faults: { fault: QualityFault; place?: Area }[] = []
  const glare = hasGlare(overview, area) ? washedOutPart(overview, area) : undefined
  if (glare) faults.push({ fault: 'glare', place: glare })
  if (isBlurred(detail)) faults.push({ fault: 'blurred' })
  return faults
}
