import { toGrey } from '../../domain/picture/quality/measures.ts'
import type { Quad } from '../guidance/find-sides.ts'
import { rectify } from '../guidance/rectify.ts'
import { PRINT, type ScenePrint } from '../guidance/scene-print.ts'

/** Wide enough to straighten the document in, small enough to cost nothing. */
const LOOKED_AT = 160

/** What is before the camera now. Corners in the video's pixels. */
export function takePrint(video: HTMLVideoElement, corners: Quad | undefined): ScenePrint | undefined {
  const scale = LOOKED_AT / video.videoWidth
  const size = { width: LOOKED_AT, height: Math.round(video.videoHeight * scale) }
  const pixels = pixelsOf(video, size)
  const scene = pixels && pixelsOf(video, PRINT)
  if (!scene) return undefined
  const page = corners && rectify(pixels, corners.map(([x, y]) => [x * scale, y * scale]) as Quad, 2 * PRINT.width)
  return { scene: toGrey(scene).data, ...(page && { page: shrink(toGrey(page)) }) }
}

function pixelsOf(source: CanvasImageSource, { width, height }: typeof PRINT): ImageData | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height)
}

/** The mean of what each pixel of the print covers. */
function shrink({ width, height, data }: ReturnType<typeof toGrey>): Uint8Array {
  return Uint8Array.from({ length: PRINT.width * PRINT.height }, (_, at) => {
    const [x, y] = [at % PRINT.width, Math.floor(at / PRINT.width)]
    let [sum, count] = [0, 0]
    for (let row = Math.floor((y * height) / PRINT.height); row < ((y + 1) * height) / PRINT.height; row += 1)
      for (let column = Math.floor((x * width) / PRINT.width); column < ((x + 1) * width) / PRINT.width; column += 1) {
        sum += data[Math.min(height - 1, row) * width + Math.min(width - 1, column)] ?? 0
        count += 1
      }
    return Math.round(sum / Math.max(1, count))
  })
}
