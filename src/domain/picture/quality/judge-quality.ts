import { type Area, type Grey, meanOf, sharpnessOf, washedOutPart, washedOutShare } from './measures.ts'

/** What a document's picture suffers from, most urgent first: what is dark cannot be judged for the rest. */
export type QualityFault = 'dark' | 'bright' | 'glare' | 'blurred'

/**
 * The limits of a document's picture, for the page before it takes one and for the service that gets it, in grey values
 * (0..255) or shares. `npm run bench -- guidance` measures them on frames of a camera, docs/accuracy-page.md on
 * photographs.
 */
const QUALITY_LIMITS = {
  dark: 55,
  bright: 235,
  /** Of the document: drawn reflections take 0.0006 and more, photographs without one nothing. */
  glareShare: 0.0004,
  /** More of it is no reflection but paper as white as a screen: forms drawn by programs have 0.53 and more. */
  whiteShare: 0.4,
  /** Drawn pictures whose print runs together reach 0.14, sharp ones 0.31; frames of an old phone's film 0.09 to 0.38, readable from about 0.16 on. */
  sharpness: 0.16,
}

/** What is looked at of a picture. */
interface QualityInput {
  /** About `OVERVIEW_WIDTH` pixels wide. */
  overview: Grey
  /** Where the document is looked for in it. */
  area: Area
  /** A piece of the document's middle: blur does not show in the small picture. */
  detail: Grey
}

export const OVERVIEW_WIDTH = 320
/** Sides of the piece that sharpness is judged on. */
export const DETAIL_SIDE = 320
/** The document's long side in the picture that the piece is cut from, at most: the finer, the softer every lens is. */
export const DETAIL_SCALE = 800

export const isDark = (light: number): boolean => light < QUALITY_LIMITS.dark
export const isBright = (light: number): boolean => light > QUALITY_LIMITS.bright
export const isBlurred = (detail: Grey): boolean => sharpnessOf(detail) < QUALITY_LIMITS.sharpness
export function hasGlare(overview: Grey, area: Area): boolean {
  const share = washedOutShare(overview, area)
  return share > QUALITY_LIMITS.glareShare && share < QUALITY_LIMITS.whiteShare
}

/** Everything that is wrong with the light and the focus, with the place where it has one, in the overview's pixels. */
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
