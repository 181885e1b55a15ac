import { DETAIL_SCALE, DETAIL_SIDE, OVERVIEW_WIDTH } from '../../domain/picture/quality/judge-quality.ts'
import type { Area } from '../../domain/picture/quality/measures.ts'
import { windowIn } from './window.ts'

interface Size {
  width: number
  height: number
}

/** What is looked at of a camera's picture: all that is visible, small, and a piece of its middle at full resolution. */
export interface Cut {
  /** The part of the picture that is visible, in its pixels. */
  seen: Area
  /** The size that part is looked at in. */
  overview: Size
  /** The piece for sharpness, in the picture's pixels, and the sides it is looked at in. */
  detail: Area
  detailSide: number
  /** The guide window in the overview's pixels. */
  window: Area
}

export function cutFrame(picture: Size, element: Size, kind: 'document' | 'face' = 'document'): Cut {
  const seen = visiblePart(picture, element)
  const overview = { width: OVERVIEW_WIDTH, height: Math.round((OVERVIEW_WIDTH * seen.height) / seen.width) }
  const share = windowIn(kind, element)
  const finer = Math.max(1, (share.width * seen.width) / DETAIL_SCALE)
  const side = Math.floor(Math.min(DETAIL_SIDE * finer, seen.width, seen.height))
  return {
    seen,
    overview,
    detailSide: Math.round(side / finer),
    detail: { x: seen.x + (seen.width - side) / 2, y: seen.y + (seen.height - side) / 2, width: side, height: side },
    window: {
      x: share.x * overview.width,
      y: share.y * overview.height,
      width: share.width * overview.width,
      height: share.height * overview.height,
    },
  }
}

/** The part of a picture that `object-fit: cover` shows. */
function visiblePart(picture: Size, element: Size): Area {
  const scale = Math.max(element.width / picture.width, element.height / picture.height)
  const seen = { width: element.width / scale, height: element.height / scale }
  return { x: (picture.width - seen.width) / 2, y: (picture.height - seen.height) / 2, ...seen }
}
