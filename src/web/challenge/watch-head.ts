import { cutPiece } from '../guidance/pieces.ts'
import { cutOf, fetchWeights } from '../guidance/watch.ts'
import type { HeadPose } from './guide.ts'

const INTERVAL_MS = 90

/** Where the head is, a few times a second until it is stopped. `blind` as long as the page has no net to see with. */
export function watchHead(
  video: HTMLVideoElement,
  onLook: (look: HeadPose | undefined, blind: boolean) => void,
): () => void {
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module' })
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
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
    const cut = cutOf(video, 'face')
    const pixels = cut && pen && cutPiece(pen, video, cut.seen, cut.overview.width, cut.overview.height)
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
