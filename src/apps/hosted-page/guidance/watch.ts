import weightsAddress from '#page-face?url'
import type { Area } from '../../../vision/picture/quality/measures.ts'
import { type CornerAsker, fetchWeights, loadCorners } from './ask-corners.ts'
import { type Cut, cutFrame, isTooCoarse, NET_SIDE, type WindowKind } from './cut-frame.ts'
import type { Quad } from './find-sides.ts'
import type { Judged } from './judge-frame.ts'
import { cutPiece, cutPieces, frameOf } from './pieces.ts'
import { openRipening } from './ripen.ts'
import type { FrameRequest } from './worker.ts'

/** From one frame to the next: twenty per second if the device is fast enough, fewer otherwise. */
const INTERVAL_MS = { document: 50, face: 120 }

export interface Watched {
  judgement: Judged
  /** 0..1: how far the ring is filled. */
  ready: number
  /** Nothing is taken automatically: frames arrive too slowly. */
  isSlow: boolean
  /** The size of the overview that the judgement's quad refers to. */
  overview: { width: number; height: number }
  /** The quad in the pixels of the camera's picture. */
  corners?: Quad | undefined
}

interface WatchOptions {
  kind: 'document' | 'face'
  video: HTMLVideoElement
  /** Pixels along the document's long side; with fewer the person is asked to come closer. */
  leastPixels?: number | undefined
  /** A picture was too small: the document has to fill a larger window. */
  isNear?: boolean
  onFrame: (watched: Watched) => void
  /** The picture should be taken now. */
  onReady: (watched: Watched) => void
}

/**
 * Judges the viewfinder's picture several times a second until it is stopped; calls back when it is time for the
 * picture.
 */
export function watchFrames({ kind, video, isNear, onFrame, onReady, ...limits }: WatchOptions): () => void {
  const window = isNear ? 'nearDocument' : kind
  const leastPixels = isNear ? Number.POSITIVE_INFINITY : limits.leastPixels
  const worker = startWorker(kind)
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const interval = INTERVAL_MS[kind]
  const ripen = openRipening()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let overview = { width: 0, height: 0 }
  let quad: Quad | undefined
  let frame = 0
  let begun = performance.now()
  let corners: CornerAsker | undefined
  let sendsFrames = true

  worker.onmessage = ({ data }: MessageEvent<Judged | undefined>) => {
    if (stopped) return
    if (!data) {
      sendsFrames = false
      return look()
    }
    const now = performance.now()
    const judgement = atLimit(data)
    const { ready, isTime, isSlow } = ripen(judgement.verdict, Math.max(interval, now - begun))
    quad = data.quad
    const watched = {
      judgement,
      ready,
      isSlow,
      overview,
      corners: quad && inPicture(quad, video),
    }
    onFrame(watched)
    if (isTime) onReady(watched)
    timer = setTimeout(look, Math.max(0, interval - (now - begun)))
  }

  /** A document that is only too far away is not taken: the service would refuse it. */
  function atLimit(data: Judged): Judged {
    const cut = leastPixels !== undefined && data.quad && cutOf(video, window)
    if (!cut || !data.quad || data.verdict === 'cutOff' || !isTooCoarse(data.quad, cut, leastPixels)) return data
    return { ...data, verdict: 'closer' }
  }

  function look() {
    if (stopped) return
    begun = performance.now()
    const cut = cutOf(video, window, quad)
    if (!cut || !pen) {
      timer = setTimeout(look, interval)
      return
    }
    overview = cut.overview
    frame += 1
    const isShown = corners?.isFree() === true
    const taken = sendsFrames ? frameOf(video) : undefined
    if (isShown) {
      const shown = taken?.clone() ?? cutPiece(pen, video, allOf(video), NET_SIDE, NET_SIDE)
      corners?.show({ frame, shown, picture: cut.picture })
    }
    const picture = taken ?? cutPieces(pen, video, cut)
    const request: FrameRequest = { frame, picture, cut, isShown }
    worker.postMessage(
      request,
      'overview' in picture ? [picture.overview.data.buffer, picture.detail.data.buffer] : [picture],
    )
  }

  if (kind === 'document')
    void loadCorners().then((asker) => {
      asker?.listen((report) => {
        if (!stopped) worker.postMessage(report)
      })
      corners = asker
    })
  look()
  return () => {
    stopped = true
    clearTimeout(timer)
    worker.terminate()
  }
}

/** The worker for faces is larger, and is loaded only if one is needed. */
function startWorker(kind: 'document' | 'face'): Worker {
  if (kind === 'document') return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' })
  fetchFaceWeights().then(
    (weights) => worker.postMessage(weights, [weights]),
    (error: unknown) => console.warn('The selfie is taken without guidance.', error),
  )
  return worker
}

export const fetchFaceWeights = (): Promise<ArrayBuffer> => fetchWeights(weightsAddress)

const allOf = ({ videoWidth, videoHeight }: HTMLVideoElement): Area => ({
  x: 0,
  y: 0,
  width: videoWidth,
  height: videoHeight,
})

/** From the overview's pixels to those of the camera's picture. */
function inPicture(quad: Quad, video: HTMLVideoElement): Quad | undefined {
  const cut = cutOf(video, 'document')
  if (!cut) return undefined
  const scale = cut.seen.width / cut.overview.width
  return quad.map(([x, y]) => [cut.seen.x + x * scale, cut.seen.y + y * scale]) as Quad
}

/** The parts of a video's picture that are analyzed; undefined before it shows anything. */
export function cutOf(video: HTMLVideoElement, kind: WindowKind, quad?: Quad): Cut | undefined {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video
  if (!videoWidth || !clientWidth) return undefined
  return cutFrame({ width: videoWidth, height: videoHeight }, { width: clientWidth, height: clientHeight }, kind, quad)
}
