import { cutOf } from '../guidance/watch.ts'

const LONGEST_SIDE = 480

/** A frame's bytes: sixteen of them stay well below the 600 kB that the service takes. */
const USUAL_BYTES = 24_000
const SPARING_BYTES = 14_000
const QUALITY = { first: 0.7, least: 0.4, step: 0.85 }

/**
 * Takes small frames of what the person sees of themselves, unmirrored; each is compressed harder while they come out too
 * large. `mark` is asked at the moment a frame is taken: on a slow phone it is compressed long after.
 */
export function openShooter<Mark>(
  video: HTMLVideoElement,
  mark: () => Mark,
): () => Promise<{ image: Blob; mark: Mark } | undefined> {
  const canvas = document.createElement('canvas')
  const most = isSlow() ? SPARING_BYTES : USUAL_BYTES
  let quality = QUALITY.first
  return async () => {
    await nextFrame(video)
    const context = canvas.getContext('2d')
    const seen = cutOf(video, 'face')?.seen
    if (!context || !seen) return undefined
    const scale = Math.min(1, LONGEST_SIDE / Math.max(seen.width, seen.height))
    canvas.width = Math.round(seen.width * scale)
    canvas.height = Math.round(seen.height * scale)
    context.drawImage(video, seen.x, seen.y, seen.width, seen.height, 0, 0, canvas.width, canvas.height)
    const taken = mark()
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (image && image.size > most) quality = Math.max(QUALITY.least, quality * QUALITY.step)
    return image ? { image, mark: taken } : undefined
  }
}

/** A camera in the dark gives few frames a second: the same one is not taken twice. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestVideoFrameCallback' in video)) return void setTimeout(resolve, 40)
    const timer = setTimeout(resolve, 500)
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}
