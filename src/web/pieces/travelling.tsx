import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Waiting } from '../waiting.ts'
import { useSpeech } from './speech.tsx'

/** A page is read within a second or two; who waits longer reads that nothing is wrong. */
const LONG_MS = 5_000

/** How far the picture has come, on the picture itself. Before the person has decided a thin line is enough. */
export function Travelling({ waiting, quiet }: { waiting: Waiting; quiet: boolean }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => waiting.listen(() => redraw(undefined)), [waiting])
  const { wait, share } = waiting
  const { say } = useSpeech()
  // Whether it is read or waits for its turn is one wait to the person.
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
    <div class={`busy ${quiet && !wait && !isLong ? 'quietly' : ''}`} role="status">
      <progress {...(share < 1 ? { value: share } : {})} aria-label={say('sending')} />
      {(!quiet || wait || isLong) && say(line)}
    </div>
  )
}

/** True once something has gone on for so long without a break. */
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
