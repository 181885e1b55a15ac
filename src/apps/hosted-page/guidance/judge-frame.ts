import { hasGlare, isBlurred, isBright, isDark } from '../../../vision/picture/quality/judge-quality.ts'
import { type Area, type Grey, meanOf } from '../../../vision/picture/quality/measures.ts'
import { agreeingSides, leavesPrint } from './agree.ts'
import { findSides, type Quad, type Sides } from './find-sides.ts'
import { movedBetween } from './follow.ts'
import type { SceneFingerprint } from './scene-fingerprint.ts'

/** One line of guidance, the most urgent one; `ready` when there is nothing to correct. */
export type Verdict =
  | 'searching'
  | 'dark'
  | 'bright'
  | 'closer'
  | 'steady'
  | 'ready'
  // of a document
  | 'glare'
  | 'blurred'
  | 'cutOff'
  // of a face
  | 'several'
  | 'back'
  | 'aside'
  | 'turned'
  | 'unguided'

export interface Judgement {
  verdict: Verdict
  /** The document's corners in the overview's pixels, when it was found. */
  quad?: Quad
  /** The outline seems to lie within the document: one of its sides has no edge, and there is print beyond it. */
  leavesPrint?: true
}

/** A worker's answer for a frame. */
export interface Judged extends Judgement {
  fingerprint: SceneFingerprint
}

/** The limits of the camera's frames in addition to those of every picture (domain/picture/quality). */
export const LIMITS = {
  /** Of the four sides; on a table as light as the document one of them may be invisible. */
  sides: 3,
  /**
   * Pixels of the overview from frame to frame: trembling hands in drawn scenes move by up to 4.5, a document being put
   * down by 6.3 and more.
   */
  moved: 5,
  /** A fraction of the guide window's area; below it the print is too small to read. */
  smallest: 0.5,
}

export interface Frame {
  /** The whole visible picture, about 320 pixels wide. */
  overview: Grey
  /** A piece of the middle at the camera's own resolution: blur is not visible in the small picture. */
  detail: Grey
  /** The position of the guide window in the overview. */
  window: Area
}

/**
 * Judges a frame of a document. `before` is the overview of the previous frame, `named` what the corner net knows about
 * the document's position; without it the page looks for straight sides near the window.
 */
export function judgeDocument(
  { overview, detail, window }: Frame,
  before: Grey | undefined,
  named?: Sides | undefined,
): Judgement {
  const area = (named?.quad && withinQuad(named.quad, overview)) ?? window
  const light = meanOf(overview, area)
  if (isDark(light)) return { verdict: 'dark' }
  if (isBright(light)) return { verdict: 'bright' }

  if (named?.isLost) return { verdict: 'steady' }
  const { found, quad, cutOff } = named ?? findSides(overview, window)
  // The net names corners, the picture must have edges between them: an outline next to the document is rejected.
  if (named && quad && !cutOff && agreeingSides(overview, quad) < LIMITS.sides) return { verdict: 'steady' }
  const seen = quad ? { quad } : {}
  if (cutOff) return { verdict: 'cutOff', ...seen }
  if (found < LIMITS.sides) return { verdict: 'searching' }
  if (quad && areaOf(quad) < LIMITS.smallest * window.width * window.height) return { verdict: 'closer', ...seen }
  if (hasGlare(overview, area)) return { verdict: 'glare', ...seen }
  if (before && movedBetween(quad ?? cornersOf(window), overview, before) > LIMITS.moved)
    return { verdict: 'steady', ...seen }
  if (isBlurred(detail)) return { verdict: 'blurred', ...seen }
  return { verdict: 'ready', ...seen, ...(quad && leavesPrint(overview, quad) && { leavesPrint: true }) }
}

const cornersOf = ({ x, y, width, height }: Area): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/**
 * A level box within the quadrilateral and the picture; undefined if the document is turned too far for a useful one.
 */
function withinQuad(quad: Quad, { width, height }: Grey): Area | undefined {
  const middleTwo = (axis: 0 | 1) =>
    quad
      .map((point) => Math.min(Math.max(point[axis], 0), axis ? height : width))
      .sort((one, other) => one - other)
      .slice(1, 3)
  const [[left = 0, right = 0], [top = 0, bottom = 0]] = [middleTwo(0), middleTwo(1)]
  const area = { x: left, y: top, width: right - left, height: bottom - top }
  return area.width * area.height > areaOf(quad) / 2 ? area : undefined
}

function areaOf(quad: Quad): number {
  const twice = quad.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = quad[(index + 1) % 4] ?? [0, 0]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}
