import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../../kernel/texts/languages.ts'
import type { Area } from '../../../vision/picture/quality/measures.ts'
import { type Camera, takePicture } from '../camera/camera.ts'
import { openFilm, packFilm } from '../camera/film.ts'
import { LARGE, sentHere } from '../camera/line.ts'
import { useCameraView } from '../camera/use-camera-view.ts'
import { netUnderWay } from '../guidance/ask-corners.ts'
import { windowIn } from '../guidance/cut-frame.ts'
import type { Verdict } from '../guidance/judge-frame.ts'
import { holdUntilChanged, isWell } from '../guidance/ripen.ts'
import { type Watched, watchFrames } from '../guidance/watch.ts'
import { Button } from '../pieces/button.tsx'
import { Icon } from '../pieces/drawings.tsx'
import { sayAloud, useSpeech } from '../pieces/speech.tsx'
import type { Held, Shot } from '../screen.ts'
import { isAboutSide } from '../sentences.ts'

interface ViewfinderProps {
  camera: Camera
  kind: 'document' | 'face'
  held?: Held | undefined
  /** Pixels along the document's long side. */
  leastPixels?: number | undefined
  /** A picture was too small: the document has to fill a larger window. */
  isNear?: boolean
  /** Nothing is taken automatically while the person is choosing a file. */
  pausing: boolean
  onShot: (shot: Shot) => void
  /** The alternative to the camera, at the edge. */
  children: ComponentChildren
}

const lines: Record<'document' | 'face', Partial<Record<Verdict, keyof Texts>>> = {
  document: {
    searching: 'guideSearching',
    closer: 'guideCloser',
    glare: 'guideGlare',
    blurred: 'guideBlurred',
    cutOff: 'guideCutOff',
  },
  face: {
    searching: 'guideFaceSearching',
    aside: 'guideFaceSearching',
    closer: 'guideFaceCloser',
    back: 'guideFaceBack',
    several: 'guideFaceSeveral',
    turned: 'guideFaceStraight',
    unguided: 'guideFaceReady',
  },
}
const lineFor = (kind: 'document' | 'face', verdict: Verdict): keyof Texts =>
  lines[kind][verdict] ?? sharedLines[verdict as keyof typeof sharedLines]
const sharedLines = { dark: 'guideDark', bright: 'guideBright', steady: 'guideSteady', ready: 'guideReady' } as const

/** The line that is shown while the page waits for the refused scene to change. */
const heldLines: Partial<Record<keyof Texts, keyof Texts>> = {
  GLARE: 'guideGlare',
  GLARE_ON_MRZ: 'guideGlare',
  BLURRED: 'guideBlurred',
  CUT_OFF: 'guideCutOff',
  TOO_SMALL: 'guideCloser',
  TOO_DARK: 'guideDark',
  TOO_BRIGHT: 'guideBright',
}
const heldLine = (reason: keyof Texts): keyof Texts =>
  heldLines[reason] ?? (isAboutSide(reason) ? 'guideTurn' : 'guideAgain')

/** Guidance changes at most once a second: nobody can follow faster changes. */
const LINE_MS = 1_000
const COUNTDOWN = 2
/**
 * After this long without a picture the page points to the shutter; after this long without a document it gives advice.
 */
const OFFER_MS = 10_000

/**
 * The countdown to a selfie: if the shutter started it, nothing stops it; if it started automatically, it runs only
 * while all is well.
 */
interface Countdown {
  seconds: number
  byItself: boolean
}

/**
 * The live picture with its window, one line of guidance and the shutter. When all is well the picture is taken
 * automatically: a document's at once, a selfie's after two seconds, so that nobody is surprised.
 */
export function Viewfinder({
  camera,
  kind,
  held,
  leastPixels,
  isNear = false,
  pausing,
  onShot,
  children,
}: ViewfinderProps) {
  const { say } = useSpeech()
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const taken = useRef(false)
  const paused = useRef(pausing)
  paused.current = pausing
  const [sees, setSees] = useState(false)
  const [watched, setWatched] = useState<Watched>()
  const [line, setLine] = useState<keyof Texts | undefined>(lineFor(kind, 'searching'))
  const [countdown, setCountdown] = useState<Countdown>()
  const [torch, setTorch] = useState(false)
  const [tips, setTips] = useState<keyof Texts>()
  const latest = useRef<Watched>(undefined)
  const film = useRef<ReturnType<typeof openFilm>>(undefined)
  const { report, ...size } = useCameraView(video, box, camera)
  const window = windowIn(isNear ? 'nearDocument' : kind, size)

  const shoot = async (now: Watched | undefined) => {
    if (!video.current?.videoWidth || taken.current) return
    taken.current = true
    if (kind === 'document' || countdown?.byItself) navigator.vibrate?.(60)
    const { judgement, corners } = now ?? {}
    const known = judgement?.verdict === 'ready' ? corners : undefined
    const sent = sentHere(kind, netUnderWay())
    // Over a slow connection the picture is sent without the film.
    const frames = sent === LARGE ? (film.current?.frames() ?? []) : []
    const shot = await takePicture(video.current, known, sent)
    const filmed = frames.length > 0 && { sent: packFilm(shot.picture, frames) }
    const reported = report()
    const doubted = shot.outline && judgement?.leavesPrint && { leavesPrint: true as const }
    onShot({
      source: 'camera',
      ...shot,
      ...filmed,
      ...doubted,
      ...(reported && { camera: reported }),
      ...(judgement && { seen: judgement }),
    })
  }

  useEffect(() => {
    const element = video.current
    if (!element || size.width <= 1) return
    let said = 0
    const opened = performance.now()
    let missed = opened
    const isAsBefore = held?.seen && holdUntilChanged(held.seen, isAboutSide(held.reason))
    let holding = isAsBefore !== undefined
    film.current = kind === 'document' ? openFilm(element) : undefined
    return watchFrames({
      kind,
      video: element,
      leastPixels: kind === 'document' ? leastPixels : undefined,
      isNear,
      onFrame: (now) => {
        const { verdict } = now.judgement
        const asBefore = isAsBefore?.(now.judgement, performance.now()) ?? 'changed'
        holding = asBefore !== 'changed' || (isAsBefore !== undefined && held?.forGood === true)
        latest.current = now
        film.current?.see(now.corners)
        setWatched(holding ? { ...now, ready: 0 } : now)
        if (!isWell(verdict)) setCountdown((running) => (running?.byItself ? undefined : running))
        if (verdict !== 'searching') missed = performance.now()
        const isMissing = kind === 'document' && performance.now() - missed > OFFER_MS
        setTips(isMissing ? 'guideTips' : performance.now() - opened > OFFER_MS ? 'guidePress' : undefined)
        // Nothing is said about the side until it is known whether the document was turned over.
        const line =
          asBefore === 'unsure' ? undefined : asBefore === 'same' && held ? heldLine(held.reason) : 'guideAgain'
        const next = now.isSlow ? 'guideSlow' : holding && isWell(verdict) ? line : lineFor(kind, verdict)
        // The ring fills only under its own line, so that line is shown at once.
        if (performance.now() - said < LINE_MS && next !== 'guideReady') return
        said = performance.now()
        setLine(next)
      },
      onReady: (now) => {
        if (holding || paused.current) return
        if (kind === 'document') void shoot(now)
        else setCountdown((running) => running ?? { seconds: COUNTDOWN, byItself: true })
      },
    })
  }, [kind, size.width, size.height])

  useEffect(() => {
    if (countdown === undefined) return
    const { seconds } = countdown
    const goOn = () => (seconds > 1 ? setCountdown({ ...countdown, seconds: seconds - 1 }) : void shoot(latest.current))
    const timer = setTimeout(goOn, 1000)
    return () => clearTimeout(timer)
  }, [countdown])

  useEffect(() => {
    if (pausing) setCountdown((running) => (running?.byItself ? undefined : running))
  }, [pausing])

  const sentence = countdown ? say('guideCountdown', { seconds: countdown.seconds }) : line && say(line)
  useEffect(() => {
    if (sentence) sayAloud(sentence)
  }, [sentence])

  const { setTorch: switchTorch } = camera
  return (
    <>
      <div class="viewfinder" ref={box}>
        <video
          ref={video}
          class={kind === 'face' ? 'mirrored' : ''}
          muted
          playsInline
          aria-label={say('cameraView')}
          onLoadedData={() => setSees(true)}
        />
        <Overlay kind={kind} window={window} size={size} watched={watched} isFilling={line === 'guideReady'} />
        <p class="guide" role="status" aria-live="polite" hidden={!sentence}>
          {sentence}
        </p>
        {tips && <p class="tips">{say(tips)}</p>}
      </div>
      <div class="controls">
        {switchTorch ? (
          <Button
            look="tool"
            says={torch ? 'torchOff' : 'torchOn'}
            pressed={torch}
            act={async () => {
              await switchTorch(!torch)
              setTorch(!torch)
            }}
          >
            <Icon name="torch" />
          </Button>
        ) : (
          <span />
        )}
        <button
          type="button"
          class="shutter"
          aria-label={say('shutter')}
          disabled={!sees || countdown?.byItself === false}
          onClick={() =>
            kind === 'face' ? setCountdown({ seconds: COUNTDOWN, byItself: false }) : void shoot(watched)
          }
        />
        {children}
      </div>
    </>
  )
}

interface OverlayProps {
  kind: 'document' | 'face'
  window: Area
  size: { width: number; height: number }
  watched: Watched | undefined
  isFilling: boolean
}

function Overlay({ kind, window, size, watched, isFilling }: OverlayProps) {
  const { width, height } = size
  const [x, y, w, h] = [window.x * width, window.y * height, window.width * width, window.height * height]
  const hole =
    kind === 'face'
      ? `M${x} ${y + h / 2}a${w / 2} ${h / 2} 0 1 0 ${w} 0a${w / 2} ${h / 2} 0 1 0 ${-w} 0Z`
      : `M${x + 12} ${y}h${w - 24}a12 12 0 0 1 12 12v${h - 24}a12 12 0 0 1-12 12h${24 - w}a12 12 0 0 1-12-12v${24 - h}a12 12 0 0 1 12-12Z`
  const overview = watched?.overview ?? size
  const quad = watched?.judgement.quad?.map(([qx, qy]) => [
    (qx / overview.width) * width,
    (qy / overview.height) * height,
  ])
  const outline = quad ? `M${quad.map((point) => point.join(' ')).join('L')}Z` : hole
  return (
    <svg class="overlay" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path class="shade" fill-rule="evenodd" d={`M0 0h${width}v${height}H0Z${outline}`} />
      <path class={quad ? 'window found' : 'window'} d={outline} />
      {watched && isFilling && watched.ready > 0 && (
        <path class="ring" d={outline} pathLength={1} stroke-dasharray={`${watched.ready} 1`} />
      )}
    </svg>
  )
}
