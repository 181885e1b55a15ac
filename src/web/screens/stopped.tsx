import type { StopReason } from '../flow.ts'
import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const sentences = {
  expired: 'stoppedExpired',
  completed: 'stoppedCompleted',
  unauthorized: 'stoppedUnauthorized',
  internal: 'stoppedInternal',
} as const

/** It cannot go on: which, what to do, and a short reference. */
export function Stopped({ reason, reference }: { reason: StopReason; reference: string | undefined }) {
  const { say } = useSpeech()
  return (
    <Layout title={say('stoppedTitle')}>
      <Illustration name={reason === 'completed' ? 'done' : 'stop'} />
      <p role="alert">{say(sentences[reason])}</p>
      {reference && <p class="soft small">{say('stoppedReference', { reference })}</p>}
    </Layout>
  )
}
