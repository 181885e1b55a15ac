import type { Judgement } from './judge-frame.ts'
import type { Area } from './measures.ts'
import type { FrameRequest } from './worker.ts'

const OVERVIEW_WIDTH = 320
const DETAIL = 320
const INTERVAL_MS = 120
/** Good frames in a row before the picture is taken by itself: about 0.7 seconds. */
const STEADY_FRAMES = 6

export interface Watched {
  judgement: Judgement
  /** 0..1: how far the ring is filled. */
  ready: number
  /** Size of the overview that the quad is given in. */
  overview: { width: number; height: number }
}

export interface WatchOptions {
  kind: 'document' | 'face'
  video: HTMLVideoElement
  /** The guide window as shares of the visible picture. */
  window: Area
  onFrame: (watched: Watched) => void
  onReady: () => void
}

/** Judges what the viewfinder shows a few times a second until it is stopped; says when it is time for the picture. */
export function watchFrames({ kind, video, window, onFrame, onReady }: WatchOptions): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  let good = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let overview = { width: 0, height: 0 }

  worker.onmessage = ({ data }: MessageEvent<Judgement>) => {
    if (stopped) return
    good = data.verdict === 'ready' ? good + 1 : Math.max(0, good - 2)
    onFrame({ judgement: data, ready: Math.min(1, good / STEADY_FRAMES), overview })
    if (good >= STEADY_FRAMES) {
      good = 0
      onReady()
    }
    timer = setTimeout(look, INTERVAL_MS)
  }

  function look() {
    if (stopped) return
    const request = grab(video, canvas, window)
    if (!request) {
      timer = setTimeout(look, INTERVAL_MS)
      return
    }
    overview = { width: request.overview.width, height: request.overview.height }
    const message: FrameRequest = { kind, ...request }
    worker.postMessage(message, [message.overview.data.buffer, message.detail.data.buffer])
  }

  look()
  return () => {
    stopped = true
    clearTimeout(timer)
    worker.terminate()
  }
}

/** The visible part of the video, small, and a piece of its middle at full resolution. */
function grab(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  window: Area,
): Omit<FrameRequest, 'kind'> | undefined {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !videoWidth || !clientWidth) return undefined

  const seen = visiblePart(videoWidth, videoHeight, clientWidth, clientHeight)
  const width = OVERVIEW_WIDTH
  const height = Math.round((width * seen.height) / seen.width)
  const side = Math.floor(Math.min(DETAIL, seen.width, seen.height))
  canvas.width = Math.max(width, side)
  canvas.height = Math.max(height, side)
  context.drawImage(video, seen.x, seen.y, seen.width, seen.height, 0, 0, width, height)
  const overview = context.getImageData(0, 0, width, height)
  const left = seen.x + (seen.width - side) / 2
  const top = seen.y + (seen.height - side) / 2
  context.drawImage(video, left, top, side, side, 0, 0, side, side)
  const scaled = {
    x: window.x * width,
    y: window.y * height,
    width: window.width * width,
    height: window.height * height,
  }
  return { overview, detail: context.getImageData(0, 0, side, side), window: scaled }
}

/** The part of a picture that `object-fit: cover` shows. */
export function visiblePart(videoWidth: number, videoHeight: number, width: number, height: number): Area {
  const scale = Math.max(width / videoWidth, height / videoHeight)
  const seen = { width: width / scale, height: height / scale }
  return { x: (videoWidth - seen.width) / 2, y: (videoHeight - seen.height) / 2, ...seen }
}
