import type { Area } from '../../../vision/picture/quality/measures.ts'
import type { Cut } from './cut-frame.ts'

/** The parts of a camera's picture that are judged: the visible part, scaled down, and a piece at full resolution. */
export interface Pieces {
  overview: ImageData
  detail: ImageData
}

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Cuts a piece out of a picture and scales it. */
export function cutPiece(pen: Pen, source: CanvasImageSource, from: Area, width: number, height: number): ImageData {
  if (pen.canvas.width < width) pen.canvas.width = width
  if (pen.canvas.height < height) pen.canvas.height = height
  pen.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, width, height)
  return pen.getImageData(0, 0, width, height)
}

/** Cuts the pieces out of a picture that can be drawn. */
export function cutPieces(pen: Pen, source: CanvasImageSource, { seen, overview, detail, detailSide }: Cut): Pieces {
  return {
    overview: cutPiece(pen, source, seen, overview.width, overview.height),
    detail: cutPiece(pen, source, detail, detailSide, detailSide),
  }
}

let pen: OffscreenCanvasRenderingContext2D | null | undefined

/** The worker's canvas. */
export function workerPen(): OffscreenCanvasRenderingContext2D {
  pen ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas in this worker')
  return pen
}

/** The pieces of a camera's frame that was sent to a worker; undefined if this browser cannot open it there. */
export async function openPieces(picture: VideoFrame, cut: Cut): Promise<Pieces | undefined> {
  try {
    // Opened once: each drawing of the frame itself would convert all of it to RGB again.
    const bitmap = await createImageBitmap(picture)
    const pieces = cutPieces(workerPen(), bitmap, cut)
    bitmap.close()
    return pieces
  } catch (error) {
    console.warn('The frames of the camera are cut on the page.', error)
    return undefined
  } finally {
    picture.close()
  }
}

/**
 * The frame that a video shows, for a worker; undefined if there is none yet, or the browser gives none or a rotated
 * one.
 */
export function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  if (typeof VideoFrame === 'undefined' || typeof OffscreenCanvas === 'undefined') return undefined
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  const frame = new VideoFrame(video)
  if (frame.displayWidth === video.videoWidth && frame.displayHeight === video.videoHeight) return frame
  frame.close()
  return undefined
}
