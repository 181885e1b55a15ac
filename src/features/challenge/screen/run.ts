import { cutPiece } from '../../../apps/hosted-page/guidance/pieces.ts'
import { cutOf, fetchFaceWeights } from '../../../apps/hosted-page/guidance/watch.ts'
import type { ChallengeMove } from '../contract/challenge.ts'
import { countFrame, type Guide, type HeadPose, startGuide, stepGuide } from './guide.ts'
import { type FilmFrame, thin } from './thin.ts'

interface RunOptions {
  video: HTMLVideoElement
  moves: readonly ChallengeMove[]
  onGuide: (guide: Guide) => void
  signal: AbortSignal
}

/** About three frames a second. */
const FRAME_MS = 330

/** Frames from before the first move that are kept. */
const LEAD = 2

/**
 * If it takes longer, sixteen frames are too far apart for the service: new moves are better. Forty seconds are enough
 * for slow people.
 */
const LONGEST_MS = 40_000

/** Drawn moves are valid for two minutes: a person who has not begun by then gets new ones. */
const LONGEST_WAIT_MS = 60_000

/**
 * Leads through the moves while the film runs. Undefined when it was interrupted: the page was left, or the camera
 * stopped.
 */
export function runChallenge({ video, moves, onGuide, signal }: RunOptions): Promise<FilmFrame[] | undefined> {
  return new Promise((resolve) => {
    const began = performance.now()
    let guide = startGuide(began)
    let isBlind = true
    const shoot = openShooter(video, () => {
      guide = countFrame(guide, isBlind)
      return { at: performance.now() - began, cue: guide.cue, isHeld: guide.held !== undefined }
    })
    let frames: FilmFrame[] = []
    let over = false
    /** When the first move was asked for. */
    let moving = began

    const end = (film: FilmFrame[] | undefined) => {
      if (over) return
      over = true
      stop()
      document.removeEventListener('visibilitychange', left)
      resolve(film)
    }
    const left = () => {
      if (document.hidden) end(undefined)
    }
    document.addEventListener('visibilitychange', left)
    signal.addEventListener('abort', () => end(undefined))

    const stop = watchHead(video, (look, blind) => {
      const now = performance.now()
      isBlind = blind
      const after = stepGuide(guide, moves, look, now, blind)
      if (after.cue !== guide.cue || after.reached !== guide.reached) onGuide(after)
      guide = after
      if (guide.cue === 'MIDDLE') moving = now
      if (now - moving > LONGEST_MS || moving - began > LONGEST_WAIT_MS) end(undefined)
    })
    onGuide(guide)

    const film = async () => {
      while (!over) {
        const started = performance.now()
        const shot = await shoot()
        if (over) return
        if (hasEnded(video)) return end(undefined)
        if (shot) {
          const { at, cue, isHeld } = shot.mark
          // The frames by which moves are recognized, and those that show their end, are kept.
          frames.push({ at, image: shot.image, key: cue === 'MIDDLE' || (isHeld && isMove(cue)) })
          frames = cue === 'MIDDLE' ? frames.slice(-LEAD) : thin(frames)
        }
        if (guide.cue === 'DONE') return end(frames)
        await new Promise((next) => setTimeout(next, Math.max(0, FRAME_MS - (performance.now() - started))))
      }
    }
    void film()
  })
}

const isMove = (cue: Guide['cue']): boolean => ['LEFT', 'RIGHT', 'NEARER', 'BACK'].includes(cue)

const hasEnded = ({ srcObject }: HTMLVideoElement): boolean =>
  !(srcObject instanceof MediaStream) || srcObject.getVideoTracks().every(({ readyState }) => readyState === 'ended')

const INTERVAL_MS = 90

/** The head's pose, a few times a second until it is stopped. `blind` as long as the page has no net. */
function watchHead(video: HTMLVideoElement, onLook: (look: HeadPose | undefined, blind: boolean) => void): () => void {
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module' })
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  fetchFaceWeights().then(
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

const LONGEST_SIDE = 480

/** The size limit of a frame: sixteen of them stay well below the 600 kB that the service accepts. */
const USUAL_BYTES = 24_000
const SPARING_BYTES = 14_000
const QUALITY = { first: 0.7, least: 0.4, step: 0.85 }

/**
 * Takes small frames of what the person sees of themselves, unmirrored; compresses more while they are too large.
 * `mark` is called at the moment a frame is taken: on a slow phone the compression ends much later.
 */
function openShooter<Mark>(
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

/** In the dark a camera delivers few frames per second: the same one is not taken twice. */
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
