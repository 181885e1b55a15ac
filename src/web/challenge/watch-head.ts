import { cutFrame } from '../guidance/cut-frame.ts'
import { fetchWeights } from '../guidance/watch.ts'
import type { HeadPose } from './guide.ts'

const INTERVAL_MS = 90

/** Where the head is, a few times a second until it is stopped. `blind` as long as the page has no net to see with. */
export function watchHead(
  video: HTMLVideoElement,
  onLook: (look: HeadPose | undefined, blind: boolean) => void,
): () => void {
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  fetchWeights().then(
    (weights) => worker.postMessage(weights, [weights]),
    (error: unknown) => console.warn('The challenge goes by the clock.', error),
  )

  worker.onmessage = ({ data }: MessageEvent<{ look: HeadPose | undefined; blind: boolean }>) => {
    if (stopped) return
    onLook(data.look, data.blind)
    timer = setTimeout(ask, INTERVAL_MS)
  }
  function ask() {
    if (stopped) return
    const pixels = grab(video, canvas)
    if (pixels) worker.postMessage(pixels, [pixels.data.buffer])
    else timer = setTimeout(ask, INTERVAL_MS)
  }
  ask()
  return () => {
    stopped = true
    clearTimeout(timer)
    worker.terminate()
  }
}

function grab(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !video.videoWidth || !video.clientWidth) return undefined
  const picture = { width: video.videoWidth, height: video.videoHeight }
  const { seen, overview } = cutFrame(picture, { width: video.clientWidth, height: video.clientHeight }, 'face')
  canvas.width = overview.width
  canvas.height = overview.height
  context.drawImage(video, seen.x, seen.y, seen.width, seen.height, 0, 0, overview.width, overview.height)
  return context.getImageData(0, 0, overview.width, overview.height)
}
