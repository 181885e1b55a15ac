import type { Box } from '../../picture/box.ts'
import { applyHomography } from '../../picture/matrix.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import { meanOf } from '../../picture/point.ts'
import { mapQuad, type Quad, quadOfPicture } from '../../picture/quad.ts'
import { warpQuad } from '../../picture/warp.ts'
import { greysOf } from '../../taught/greys.ts'
import { type Registrable, register, registrable, searchable } from '../../taught/register/register.ts'

/** Of the still's places of print, the least share that a frame of the same document shows where they should be. */
const SAME = 0.3

/**
 * Which part of the still a frame of this size shows: the page takes its frames around the middle of the document, in the
 * still's own pixels. Undefined where the still is smaller.
 */
export function shownIn(photo: Size, quad: Quad, { width, height }: Size): Box | undefined {
  if (width > photo.width || height > photo.height) return undefined
  const middle = meanOf(quad)
  const from = (at: number, length: number, all: number) =>
    Math.round(Math.max(0, Math.min(at - length / 2, all - length)))
  return { x: from(middle.x, width, photo.width), y: from(middle.y, height, photo.height), width, height }
}

/** A part of the still, ready to be found in frames. */
export const findable = (still: Picture): Registrable =>
  registrable(greysOf(still), new Uint8Array(still.width * still.height).fill(1))

/** The frame laid over the still; undefined where it does not show the same. */
export function layFrame(still: Registrable, frame: Picture): Picture | undefined {
  const registration = register(still, searchable(greysOf(frame)))
  if (!registration || registration.share < SAME) return undefined
  const { width, height } = frame
  const corners = mapQuad(quadOfPicture(frame), (corner) => applyHomography(registration.map, corner))
  return warpQuad(frame, corners, { width, height }, 'repeat')
}
