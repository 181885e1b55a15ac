import { FILM_LIMITS, FILM_MEDIA_TYPE } from '../../../kernel/evidence/contract/page-capture.ts'
import type { Quad } from '../guidance/find-sides.ts'
import { LARGE } from './line.ts'

/** About a second of film: a hand moves a little from one frame to the next. */
const FRAMES = 3
const APART_MS = 350
/**
 * Older frames show something else. On a slow phone frames are seconds apart; the service ignores frames that do not
 * show this page.
 */
const OLDEST_MS = 5_000
/**
 * The middle of the document, at the resolution of the sent picture: the pixel pattern of a display disappears in a
 * smaller one.
 */
const FRAME = { width: 640, height: 448 }
const QUALITY = 0.85

interface DocumentFilm {
  /** Looks at the current camera frame; `corners` are the document's, in its pixels. */
  see(corners: Quad | undefined): void
  /** The frames so far, oldest first. */
  frames(): Blob[]
}

interface Taken {
  at: number
  image: Blob
}

/** Keeps the last few frames of the document's middle, so that they are available when the picture is taken. */
export function openFilm(video: HTMLVideoElement, clock: () => number = () => performance.now()): DocumentFilm {
  const canvas = document.createElement('canvas')
  let taken: Taken[] = []
  let place: ReturnType<typeof partOf> | undefined
  let last = Number.NEGATIVE_INFINITY
  return {
    see(corners) {
      const at = clock()
      if (!corners || at - last < APART_MS || !holds(video)) return
      const pen = canvas.getContext('2d')
      if (!pen) return
      last = at
      const { videoWidth, videoHeight } = video
      const scale = Math.min(1, LARGE.longest / Math.max(videoWidth, videoHeight))
      const seen = partOf(corners, { width: videoWidth, height: videoHeight }, scale)
      const part = place && place.width === seen.width && isNear(place, seen) ? place : seen
      place = part
      canvas.width = FRAME.width
      canvas.height = FRAME.height
      pen.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, FRAME.width, FRAME.height)
      const keep = (image: Blob | null) => {
        if (image && image.size <= FILM_LIMITS.bytes) taken = [...taken, { at, image }].slice(-FRAMES)
      }
      canvas.toBlob(keep, 'image/jpeg', QUALITY)
    },
    frames() {
      return taken.filter(({ at }) => clock() - at <= OLDEST_MS).map(({ image }) => image)
    },
  }
}

/**
 * Frames are cut at one place as long as it shows the document, so that the service can detect repetition. It searches
 * up to 160 pixels away.
 */
const STAYS = 64
const isNear = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= STAYS

/** Whether a whole frame fits into the camera's picture. */
const holds = ({ videoWidth, videoHeight }: HTMLVideoElement): boolean =>
  videoWidth >= FRAME.width && videoHeight >= FRAME.height

/** The picture and the frames in one request body. */
export function packFilm(picture: Blob, frames: readonly Blob[]): Blob {
  return new Blob(
    [picture, ...frames].flatMap((part) => [lengthOf(part), part]),
    { type: FILM_MEDIA_TYPE },
  )
}

function lengthOf({ size }: Blob): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, size)
  return bytes
}

/** Around the middle of the document, in the camera's pixels; see vision/document/film/lay-frame.ts. */
function partOf(corners: Quad, picture: { width: number; height: number }, scale: number) {
  const [width, height] = [FRAME.width / scale, FRAME.height / scale]
  const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4
  const from = (at: number, length: number, all: number) =>
    Math.round(Math.max(0, Math.min(at - length / 2, all - length)))
  return { x: from(middle(0), width, picture.width), y: from(middle(1), height, picture.height), width, height }
}
