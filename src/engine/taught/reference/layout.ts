import type { ModelReference } from '../../../domain/document/model.ts'
import type { Box } from '../../picture/box.ts'
import { applyHomography, type Homography } from '../../picture/matrix.ts'
import type { Size } from '../../picture/picture.ts'
import type { Point } from '../../picture/point.ts'
import { quantile } from './fit.ts'

/** Where on the page lines of text begin and where the face is, in shares of the reference's width. */
export interface PageLayout {
  lines: readonly Point[]
  face: Point | undefined
}

/** How far the layout is off; in hundredths of the width. */
export interface LayoutDifference {
  /** Of the lines that both have, seven in ten are off by less, up or down. */
  lines?: number
  /** The share of these lines that stand elsewhere. */
  elsewhere?: number
  /** The face's middle. */
  face?: number
}

/** Lines and face of a page as they lie on the print. `back`: pixels of the page → pixels of the print. */
export function layoutOf(
  { lines, face }: { lines: readonly Box[]; face: Box | undefined },
  back: Homography,
  { width }: Size,
): PageLayout {
  const onPrint = (point: Point): Point => {
    const { x, y } = applyHomography(back, point)
    return { x: x / width, y: y / width }
  }
  return {
    lines: lines.map((box) => onPrint({ x: box.x, y: box.y + box.height / 2 })),
    face: face && onPrint({ x: face.x + face.width / 2, y: face.y + face.height / 2 }),
  }
}

/** A line is the same if it begins this near, in shares of the width. */
const NEAR = { across: 0.04, down: 0.03 }
/** Fewer lines say nothing. */
const LEAST_LINES = 8
/** Off by more than these hundredths a line stands elsewhere. */
const ELSEWHERE = { across: 0.9, down: 0.35 }
/** Portraits vary less in height than in width. */
const DOWN = 1.2

export function layoutDifference(
  { lines, face }: Pick<ModelReference, 'lines' | 'face'>,
  page: PageLayout,
): LayoutDifference {
  const offsets = lines.flatMap((line) => {
    const found = nearestOf(line, page.lines)
    // A line that was not found has a neighbour, which has a line of its own.
    if (!found || nearestOf(found, lines) !== line) return []
    return [{ across: 100 * Math.abs(found.x - line.x), down: 100 * Math.abs(found.y - line.y) }]
  })
  const off = face && page.face && [100 * Math.abs(page.face.x - face.x), 100 * DOWN * Math.abs(page.face.y - face.y)]
  return {
    ...(offsets.length >= LEAST_LINES
      ? {
          lines: quantile(
            offsets.map(({ down }) => down),
            0.7,
          ),
          elsewhere:
            offsets.filter(({ across, down }) => across > ELSEWHERE.across || down > ELSEWHERE.down).length /
            offsets.length,
        }
      : {}),
    ...(off ? { face: Math.max(...off) } : {}),
  }
}

function nearestOf({ x, y }: Point, lines: readonly Point[]): Point | undefined {
  let best: { line: Point; far: number } | undefined
  for (const line of lines) {
    const [across, down] = [Math.abs(line.x - x), Math.abs(line.y - y)]
    if (across > NEAR.across || down > NEAR.down) continue
    if (!best || across + down < best.far) best = { line, far: across + down }
  }
  return best?.line
}
