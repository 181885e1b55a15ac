import { type FaceBox, findFaces, pickFace } from '../face/detect-faces.ts'
import { judgeFacePicture } from '../face/judge-look.ts'
import { matchTemplates, SAME_FACE_SCORE } from '../face/match-templates.ts'
import { type Portrait, takePortrait } from '../face/take-portrait.ts'
import type { Picture, Size } from '../picture/picture.ts'
import type { ReadContext } from '../read-engine.ts'

export interface PrintedPortraits {
  /** Prepared for comparison; undefined when there is none. */
  portrait: Portrait | undefined
  /** The second, smaller and paler one that some documents carry. */
  ghost: Portrait | undefined
  /** Whether there are portraits of several people. */
  areSeveral: boolean
}

/** The portraits on the upright document. */
export async function findPrintedPortraits(context: ReadContext, document: Picture): Promise<PrintedPortraits> {
  const faces = await context.time('detect-faces', () => findFaces(context.nets, document))
  const face = pickPortrait(faces, document)
  if (!face) return { portrait: undefined, ghost: undefined, areSeveral: showsSeveral(faces, document) }
  const second = pickGhost(faces, face, document)
  const portrait = await takePortrait(context, document, face)
  const ghost = second && (await takePortrait(context, document, second))
  const isSame = (other: FaceBox) => other === second && ghost !== undefined && isOfOnePerson(portrait, ghost)
  return {
    portrait,
    ghost: ghost && whenClear(ghost),
    areSeveral: showsSeveral(
      faces.filter((other) => !isSame(other)),
      document,
    ),
  }
}

/** Some pages print the second portrait nearly as large as the first. */
const isOfOnePerson = (one: Portrait, other: Portrait): boolean =>
  (matchTemplates(one.template, other.template)?.score ?? 0) >= SAME_FACE_SCORE

/** Ornaments that look like a face are blurred at this size (0.07 and 0.14), second portraits are not (0.35 to 1.3). */
const GHOST_SHARPNESS = 0.3

const whenClear = (ghost: Portrait): Portrait | undefined =>
  judgeFacePicture(ghost.aligned).sharpness >= GHOST_SHARPNESS ? ghost : undefined

/** Printed portraits show faces of an eighth to a quarter of the width; ghost images and patterns are smaller. */
const MIN_SHARE = 0.09
/** On a page without a portrait, patterns mistaken for a face are about as large as the page. */
const MAX_SHARE = 0.5

/** The detector is less confident of a pattern than of the portrait next to it: 0.91 compared with 0.99 or more. */
const AS_SURE = 0.05

/** The portrait on a document. Size and confidence are compared first, so that a larger chance pattern does not win. */
export function pickPortrait(faces: readonly FaceBox[], document: Size): FaceBox | undefined {
  const fit = faces.filter(({ width }) => width >= MIN_SHARE * document.width && width <= MAX_SHARE * document.width)
  const surest = Math.max(0, ...fit.map(({ confidence }) => confidence))
  return pickFace(
    fit.filter(({ confidence }) => confidence >= surest - AS_SURE),
    document,
  )
}

/**
 * As a share of the largest face's width. A second portrait of the same person has at most 0.66 of the first one's
 * width (0.52 on 162 real pictures, 0.66 on Chinese passports), those of two cards in one picture 0.77 or more (36
 * drawn pictures).
 */
const SEVERAL_FROM = 0.71

/** Whether the page shows the portraits of several people: two documents at once, or one for a family. */
export function showsSeveral(faces: readonly FaceBox[], document: Size): boolean {
  const widths = faces.map(({ width }) => width).filter((width) => width <= MAX_SHARE * document.width)
  const [first = 0, second = 0] = widths.toSorted((a, b) => b - a)
  return first > 0 && second >= SEVERAL_FROM * first
}

/** In a face with fewer pixels, the recogniser's result is not meaningful. */
const GHOST_PIXELS = 80
/** The detector is nearly as confident of a second portrait as of the first: 0.89 to 1 on 20 documents. */
const GHOST_CONFIDENCE = 0.85

/** The second, smaller portrait next to the first. */
export function pickGhost(faces: readonly FaceBox[], portrait: FaceBox, document: Size): FaceBox | undefined {
  return faces
    .filter((face) => face !== portrait && face.width < portrait.width && face.width <= MAX_SHARE * document.width)
    .filter(({ width, confidence }) => width >= GHOST_PIXELS && confidence >= GHOST_CONFIDENCE)
    .toSorted((a, b) => b.width - a.width)[0]
}

/** At 33 pixels a tenth of the genuine LFW pairs is lost, at 27 more than a third. */
const MIN_PIXELS = 27

/** A third of the genuine pairs is lost when blurred to this sharpness, nearly all at 0.06. */
const MIN_SHARPNESS = 0.07

/**
 * Whether a document's portrait is good enough for comparison; otherwise the page is refused as FACE_QUALITY_LOW.
 * `enlarged`: by how much the picture was scaled up from the original photograph.
 */
export function isComparable({ face, aligned }: Pick<Portrait, 'face' | 'aligned'>, enlarged = 1): boolean {
  return face.width / Math.max(1, enlarged) >= MIN_PIXELS && judgeFacePicture(aligned).sharpness >= MIN_SHARPNESS
}
