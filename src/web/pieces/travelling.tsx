import { useEffect, useState } from 'preact/hooks'
import type { Waiting } from '../waiting.ts'
import { useSpeech } from './speech.tsx'

/** A page is read within a second or two; who waits longer is told that nothing is wrong. */
const LONG_MS = 5_000

/** How far the picture has come, on the picture itself. Before the person has decided a thin line is enough. */
export function Travelling({ waiting: { wait, share }, quiet }: { waiting: Waiting; quiet: boolean }) {
  const { say } = useSpeech()
  const isReading = share >= 1 && !wait
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isReading) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [isReading])
  const reading = isLong ? 'readingLonger' : 'reading'
  const line =
    wait === 'offline' ? 'offline' : wait === 'busy' ? 'SERVICE_UNAVAILABLE' : share < 1 ? 'sending' : reading
  return (
    <div class={`busy ${quiet && !wait && !isLong ? 'quietly' : ''}`} role="status">
      <progress {...(share < 1 ? { value: share } : {})} aria-label={say('sending')} />
      {(!quiet || wait || isLong) && say(line)}
    </div>
  )
}
