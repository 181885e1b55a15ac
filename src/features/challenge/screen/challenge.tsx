import { useEffect, useRef, useState } from 'preact/hooks'
import { takePicture } from '../../../apps/hosted-page/camera/camera.ts'
import { useCameraView } from '../../../apps/hosted-page/camera/use-camera-view.ts'
import { windowIn } from '../../../apps/hosted-page/guidance/cut-frame.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { sayAloud, useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { SelfieProps } from '../../../apps/hosted-page/steps.ts'
import { base64Of } from '../../../apps/ui/read-file.ts'
import type { Texts } from '../../../kernel/texts/languages.ts'
import type { ChallengeMove, SelfieWithFrames } from '../contract/challenge.ts'
import { declineChallenge, drawChallenge } from './calls.ts'
import { type Cue, type Guide, progressOf } from './guide.ts'
import { runChallenge } from './run.ts'
import type { FilmFrame } from './thin.ts'

const LINES: Record<Cue, keyof Texts> = {
  MIDDLE: 'challengeMiddle',
  LEFT: 'challengeLeft',
  RIGHT: 'challengeRight',
  NEARER: 'challengeNearer',
  BACK: 'challengeBack',
  RETURN: 'challengeReturn',
  STILL: 'challengeStill',
  DONE: 'challengeStill',
}

/**
 * A few head movements that follow a moving dot, one at a time, and the selfie at the end. An interrupted challenge
 * starts again with new moves; this screen decides nothing.
 */
export function Challenge({ api, camera, onShot, onWithout }: SelfieProps) {
  const { say } = useSpeech()
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { report, ...size } = useCameraView(video, box, camera)
  const [run, setRun] = useState(0)
  const [moves, setMoves] = useState<ChallengeMove[]>([])
  const [guide, setGuide] = useState<Guide>()
  const [interrupted, setInterrupted] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element) return
    setInterrupted(false)
    setGuide(undefined)
    const leaving = new AbortController()
    void (async () => {
      const { id, moves: drawn } = await drawChallenge(api)
      if (leaving.signal.aborted) return
      if (!id || !drawn) return onWithout()
      setMoves(drawn)
      let missed: readonly ChallengeMove[] | undefined
      const onGuide = (now: Guide) => {
        missed = now.missed
        setGuide(now)
      }
      const frames = await runChallenge({ video: element, moves: drawn, onGuide, signal: leaving.signal })
      if (leaving.signal.aborted) return
      if (!frames) return setInterrupted(true)
      navigator.vibrate?.(60)
      const { picture } = await takePicture(element, undefined)
      const reported = report()
      const sent = await packAnswer(id, picture, frames)
      const unseen = missed?.map((move) => LINES[move])
      onShot({ source: 'camera', picture, sent, ...(reported && { camera: reported }), ...(unseen && { unseen }) })
    })()
    return () => leaving.abort()
  }, [run])

  const cue = guide?.cue ?? 'MIDDLE'
  const sentence = say(interrupted ? 'challengeInterrupted' : LINES[cue])
  useEffect(() => sayAloud(sentence), [sentence])

  return (
    <>
      <div class="viewfinder" ref={box}>
        <video ref={video} class="mirrored" muted playsInline aria-label={say('cameraView')} />
        <Dot cue={interrupted ? 'MIDDLE' : cue} size={size} progress={guide ? progressOf(guide, moves) : 0} />
        <p class="guide" role="status" aria-live="assertive">
          {sentence}
        </p>
      </div>
      <div class="actions moves">
        {interrupted ? (
          <Button look="primary" says="retry" act={() => setRun(run + 1)} />
        ) : (
          <p class="soft">{say('challengeWhy')}</p>
        )}
        <Button
          look="quiet"
          says="challengeCannot"
          act={async () => {
            await declineChallenge(api)
            onWithout()
          }}
        />
      </div>
    </>
  )
}

/** The selfie and the frames in one request body. */
async function packAnswer(id: string, picture: Blob, film: readonly FilmFrame[]): Promise<Blob> {
  const frames = film.map(async ({ at, image }) => ({ at: Math.round(at), image: await base64Of(image) }))
  const challenge = { id, frames: await Promise.all(frames) }
  const body: SelfieWithFrames = { imageBase: await base64Of(picture), challenge }
  return new Blob([JSON.stringify(body)], { type: 'application/json' })
}

/** How far the dot moves from the middle, in widths of the oval; a dot for coming closer is larger. */
const WAYS: Partial<Record<Cue, { x?: number; scale?: number }>> = {
  // The picture is mirrored: the person's left is on its left.
  LEFT: { x: -0.5 },
  RIGHT: { x: 0.5 },
  NEARER: { scale: 1.28 },
  BACK: { scale: 0.74 },
}

function Dot({ cue, size, progress }: { cue: Cue; size: { width: number; height: number }; progress: number }) {
  const { width, height } = size
  const window = windowIn('face', size)
  const [rx, ry] = [(window.width * width) / 2, (window.height * height) / 2]
  const [cx, cy] = [window.x * width + rx, window.y * height + ry]
  const { x = 0, scale = 1 } = WAYS[cue] ?? {}
  const place = { transform: `translate(${x * 2 * rx}px, 0) scale(${scale})`, transformOrigin: `${cx}px ${cy}px` }
  return (
    <svg class="overlay" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g class="way" style={{ ...place, transform: `scale(${scale})` }}>
        <ellipse class="window" cx={cx} cy={cy} rx={rx} ry={ry} />
        <ellipse class="ring" cx={cx} cy={cy} rx={rx} ry={ry} pathLength={1} stroke-dasharray={`${progress} 1`} />
      </g>
      <circle class="way dot" style={place} cx={cx} cy={cy} r={14} />
    </svg>
  )
}
