import type { ModelReference } from '../../../domain/document/model.ts'
import type { Box } from '../../picture/box.ts'
import { applyHomography, type Homography } from '../../picture/matrix.ts'
import type { Size } from '../../picture/picture.ts'
import type { Point } from '../../picture/point.ts'
import { ELSEWHERE, LEAST_LINES, NEAR_LINE } from '../limits.ts'

export interface LayoutDifference {
  /** The share of the lines that both have that stand elsewhere. */
  elsewhere?: number
}

/** Where lines of text begin as they lie on the print, in shares of its width. `back`: pixels of the page → pixels of the print. */
export const linesOn = (lines: readonly Box[], back: Homography, { width }: Size): Point[] =>
  lines.map((box) => {
    const { x, y } = applyHomography(back, { x: box.x, y: box.y + box.height / 2 })
    return { x: x / width, y: y / width }
  })

export function layoutDifference({ lines }: Pick<ModelReference, 'lines'>, page: readonly Point[]): LayoutDifference {
  const offsets = lines.flatMap((line) => {
    const found = nearestOf(line, page)
    // A line that was not found has a neighbour, which has a line of its own.
    if (!found || nearestOf(found, lines) !== line) return []
    return [{ across: 100 * Math.abs(found.x - line.x), down: 100 * Math.abs(found.y - line.y) }]
  })
  if (offsets.length < LEAST_LINES) return {}
  return {
    elsewhere:
      offsets.filter(({ across, down }) => across > ELSEWHERE.across || down > ELSEWHERE.down).length / offsets.length,
  }
}

function nearestOf({ x, y }: Point, lines: readonly Point[]): Point | undefined {
  let best: { line: Point; far: number } | undefined
  for (const line of lines) {
    const [across, down] = [Math.abs(line.x - x), Math.abs(line.y - y)]
    if (across > NEAR_LINE.across || down > NEAR_LINE.down) continue
    if (!best || across + down < best.far) best = { line, far: across + down }
  }
  return best?.line
}
