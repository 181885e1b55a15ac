import type { ChallengeMove } from '../../contract/enrolment/challenge.ts'
import { cutPiece } from '../guidance/pieces.ts'
import { cutOf, fetchFaceWeights } from '../guidance/watch.ts'
import { countFrame, type Guide, type HeadPose, startGuide, stepGuide } from './guide.ts'
import { openShooter } from './shoot.ts'
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

/** Longer, and sixteen frames lie too far apart for the service: a new draw is better. Forty seconds are enough for slow people. */
const LONGEST_MS = 40_000

/** A draw is open for two minutes: whoever has not begun by then gets a fresh one. */
const LONGEST_WAIT_MS = 60_000

/** Leads through the moves while the film runs. Undefined when it broke off: the page was left, or the camera stopped. */
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
    /** Since when moves are asked for. */
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
      if (after.cue !== guide.cue || after.move !== guide.move) onGuide(after)
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
          // The frames that moves are recognised by, and those that show their end, are kept.
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

/** Where the head is, a few times a second until it is stopped. `blind` as long as the page has no net to see with. */
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
