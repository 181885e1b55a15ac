import type { Waiting } from '../waiting.ts'
import { useSpeech } from './speech.tsx'

/** How far the picture has come, on the picture itself. Before the person has decided a thin line is enough. */
export function Travelling({ waiting: { wait, share }, quiet }: { waiting: Waiting; quiet: boolean }) {
  const { say } = useSpeech()
  const line =
    wait === 'offline' ? 'offline' : wait === 'busy' ? 'SERVICE_UNAVAILABLE' : share < 1 ? 'sending' : 'reading'
  return (
    <div class={`busy ${quiet && !wait ? 'quietly' : ''}`} role="status">
      <progress {...(share < 1 ? { value: share } : {})} aria-label={say('sending')} />
      {(!quiet || wait) && say(line)}
    </div>
  )
}
