import type { StopReason } from '../flow.ts'
import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const titles = {
  expired: 'stoppedExpiredTitle',
  completed: 'stoppedCompletedTitle',
  unauthorized: 'stoppedExpiredTitle',
  internal: 'stoppedTitle',
  withdrawn: 'stoppedWithdrawnTitle',
} as const
const sentences = {
  expired: 'stoppedExpired',
  completed: 'stoppedCompleted',
  unauthorized: 'stoppedUnauthorized',
  internal: 'stoppedInternal',
  withdrawn: 'stoppedWithdrawn',
} as const

interface StoppedProps {
  reason: StopReason
  reference: string | undefined
  /** Where the person came from, when that is known. */
  returnUrl?: string | undefined
}

/** It is over: why, what to do, the way back where there is one, and a short reference. */
export function Stopped({ reason, reference, returnUrl }: StoppedProps) {
  const { say } = useSpeech()
  return (
    <Layout title={say(titles[reason])} help={false}>
      <Illustration name={reason === 'completed' || reason === 'withdrawn' ? 'done' : 'stop'} />
      <p role="alert">{say(sentences[reason])}</p>
      {reference && <p class="soft small">{say('stoppedReference', { reference })}</p>}
      {returnUrl && (
        <div class="actions">
          <a class="button primary" href={returnUrl}>
            {say('doneReturnNow')}
          </a>
        </div>
      )}
    </Layout>
  )
}
