import weightsAddress from '#page-face?url'
import type { Area } from '../../domain/picture/quality/measures.ts'
import { cutFrame } from './cut-frame.ts'
import type { Quad } from './find-sides.ts'
import type { Judgement } from './judge-frame.ts'
import type { FrameRequest } from './worker.ts'

const INTERVAL_MS = 120
/** Good frames in a row before the picture is taken by itself: about 0.7 seconds. */
const STEADY_FRAMES = 6

export interface Watched {
  judgement: Judgement
  /** 0..1: how far the ring is filled. */
  ready: number
  /** Size of the overview that the judgement's quad is given in. */
  overview: { width: number; height: number }
  /** The quad in the pixels of the camera's picture. */
  corners?: Quad | undefined
}

export interface WatchOptions {
  kind: 'document' | 'face'
  video: HTMLVideoElement
  onFrame: (watched: Watched) => void
  /** Time for the picture. */
  onReady: (watched: Watched) => void
}

/** Judges what the viewfinder shows a few times a second until it is stopped; says when it is time for the picture. */
export function watchFrames({ kind, video, onFrame, onReady }: WatchOptions): () => void {
  const worker = startWorker(kind)
  const canvas = document.createElement('canvas')
  let good = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let overview = { width: 0, height: 0 }

  worker.onmessage = ({ data }: MessageEvent<Judgement>) => {
    if (stopped) return
    good = data.verdict === 'ready' ? good + 1 : Math.max(0, good - 2)
    const corners = data.quad && inPicture(data.quad, video)
    const watched = { judgement: data, ready: Math.min(1, good / STEADY_FRAMES), overview, corners }
    onFrame(watched)
    if (good >= STEADY_FRAMES) {
      good = 0
      onReady(watched)
    }
    timer = setTimeout(look, INTERVAL_MS)
  }

  function look() {
    if (stopped) return
    const request = grab(video, canvas, kind)
    if (!request) {
      timer = setTimeout(look, INTERVAL_MS)
      return
    }
    overview = { width: request.overview.width, height: request.overview.height }
    worker.postMessage(request, [request.overview.data.buffer, request.detail.data.buffer])
  }

  look()
  return () => {
    stopped = true
    clearTimeout(timer)
    worker.terminate()
  }
}

/** What looks at faces is larger, and is loaded only where one is wanted. */
function startWorker(kind: 'document' | 'face'): Worker {
  if (kind === 'document') return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' })
  fetchWeights().then(
    (weights) => worker.postMessage(weights, [weights]),
    (error: unknown) => console.warn('The selfie is taken without guidance.', error),
  )
  return worker
}

/** By the page, whose policy allows it: a worker has that of the file it came in, which allows nothing. */
export async function fetchWeights(): Promise<ArrayBuffer> {
  const response = await fetch(weightsAddress)
  if (!response.ok) throw new Error(`the face net was answered with ${response.status}`)
  return response.arrayBuffer()
}

/** The pieces of the video that are judged. */
function grab(video: HTMLVideoElement, canvas: HTMLCanvasElement, kind: 'document' | 'face'): FrameRequest | undefined {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !video.videoWidth || !video.clientWidth) return undefined
  const { seen, overview, detail, detailSide, window } = cutOf(video, kind)
  canvas.width = Math.max(overview.width, detailSide)
  canvas.height = Math.max(overview.height, detailSide)
  const piece = (from: Area, width: number, height: number) => {
    context.drawImage(video, from.x, from.y, from.width, from.height, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }
  return {
    overview: piece(seen, overview.width, overview.height),
    detail: piece(detail, detailSide, detailSide),
    window,
  }
}

/** From the overview's pixels to those of the camera's picture. */
function inPicture(quad: Quad, video: HTMLVideoElement): Quad {
  const { seen, overview } = cutOf(video, 'document')
  const scale = seen.width / overview.width
  return quad.map(([x, y]) => [seen.x + x * scale, seen.y + y * scale]) as Quad
}

function cutOf(video: HTMLVideoElement, kind: 'document' | 'face') {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video
  return cutFrame({ width: videoWidth, height: videoHeight }, { width: clientWidth, height: clientHeight }, kind)
}
