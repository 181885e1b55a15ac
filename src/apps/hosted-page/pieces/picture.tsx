import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import type { HintMark } from '../../../kernel/evidence/contract/pictures.ts'
import type { Waiting } from '../waiting.ts'
import { Icon } from './drawings.tsx'
import { useSpeech } from './speech.tsx'

interface MarkedProps {
  picture: Blob
  marks?: readonly HintMark[]
  /** As the viewfinder showed it. */
  mirrored?: boolean
}

/** A picture with its faults marked. A tap enlarges the first of them, or the tapped one. */
export function Marked({ picture, marks = [], mirrored = false }: MarkedProps) {
  const { say } = useSpeech()
  const [closer, setCloser] = useState<string>()
  const [unseen, setUnseen] = useState(false)
  const address = useMemo(() => URL.createObjectURL(picture), [picture])
  useEffect(() => () => URL.revokeObjectURL(address), [address])

  // A browser that cannot show the picture (HEIC) still sends it: the service can read it.
  if (unseen)
    return (
      <p class="unseen">
        <Icon name="document" />
        {say('noPreview')}
      </p>
    )
  const first = marks[0]
  const middle = first && `${100 * (first.x + first.width / 2)}% ${100 * (first.y + first.height / 2)}%`
  return (
    <button
      type="button"
      class={`marked ${closer ? 'closer' : ''}`}
      aria-label={say(closer ? 'zoomOut' : 'zoomIn')}
      onClick={({ offsetX, offsetY, currentTarget, detail }) => {
        const { clientWidth, clientHeight } = currentTarget
        const tapped = detail > 0 ? `${(100 * offsetX) / clientWidth}% ${(100 * offsetY) / clientHeight}%` : undefined
        setCloser(closer ? undefined : (middle ?? tapped ?? '50% 50%'))
      }}
    >
      <span style={closer ? { transformOrigin: closer } : {}}>
        <img
          src={address}
          alt={say('yourPicture')}
          class={mirrored ? 'mirrored' : ''}
          onError={() => setUnseen(true)}
        />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {marks.map(({ x, y, width, height }) => (
            <rect key={`${x} ${y}`} x={100 * x} y={100 * y} width={100 * width} height={100 * height} rx="1" />
          ))}
        </svg>
      </span>
    </button>
  )
}

/** A page is read within a second or two; a person who waits longer is reassured that nothing is wrong. */
const LONG_MS = 5_000

/** The progress of the upload, on the picture itself. Before the person has decided, a thin line is enough. */
export function Travelling({ waiting, quiet }: { waiting: Waiting; quiet: boolean }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => waiting.listen(() => redraw(undefined)), [waiting])
  const { wait, share } = waiting
  const { say } = useSpeech()
  // To the person, reading and waiting in the queue are one wait.
  const hasArrived = useRef(false)
  hasArrived.current ||= share >= 1 || wait === 'busy'
  const isLong = useElapsed(hasArrived.current && wait !== 'offline', LONG_MS)
  const line =
    wait === 'offline'
      ? 'offline'
      : isLong
        ? 'readingLonger'
        : wait === 'busy'
          ? 'SERVICE_UNAVAILABLE'
          : share < 1
            ? 'sending'
            : 'reading'
  return (
    <div class="busy" role="status">
      <progress {...(share < 1 ? { value: share } : {})} aria-label={say('sending')} />
      {(!quiet || wait || isLong) && say(line)}
    </div>
  )
}

/** True once something has lasted this long without a break. */
export function useElapsed(isGoingOn: boolean, ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    setElapsed(false)
    if (!isGoingOn) return
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [isGoingOn, ms])
  return hasElapsed
}
