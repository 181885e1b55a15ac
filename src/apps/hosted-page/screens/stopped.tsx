import { tagOf } from '../../../kernel/texts/languages.ts'
import type { StopReason } from '../page-options.ts'
import { Button } from '../pieces/button.tsx'
import { Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const titles = {
  expired: 'stoppedExpiredTitle',
  completed: 'stoppedCompletedTitle',
  unauthorized: 'stoppedUnauthorizedTitle',
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
  /** The integrator's page that the person came from, if it is known. */
  returnUrl?: string | undefined
}

/** The session is over: why, what to do, the way back if there is one, and a short reference. */
export function Stopped({ reason, reference, returnUrl }: StoppedProps) {
  const { say } = useSpeech()
  return (
    <Layout title={say(titles[reason])} help={false} kind="calm">
      {reason !== 'withdrawn' && <Illustration name={reason === 'completed' ? 'done' : 'stop'} />}
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

/** The person comes back later: what has been sent is kept, and the link says until when. */
export function Later({ until, onHere }: { until: string; onHere: () => void }) {
  const { say, locale } = useSpeech()
  const time = new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(until))
  return (
    <Layout title={say('laterTitle')} kind="calm">
      <Illustration name="phone" />
      <p role="status">{say('laterText', { time })}</p>
      <div class="actions">
        <Button look="secondary" says="laterHere" act={onHere} />
      </div>
    </Layout>
  )
}

/** In a frame that requires phones and shows no code: nothing can be done on this computer. */
export function PhoneOnly() {
  const { say } = useSpeech()
  return (
    <Layout title={say('phoneOnlyTitle')} kind="calm">
      <Illustration name="phone" />
      <p role="status">{say('phoneOnlyText')}</p>
    </Layout>
  )
}

/** Another device has the session: it had it when this device came, or it has just taken it over. */
export function Taken({ away, onHere }: { away: boolean; onHere: () => void }) {
  const { say } = useSpeech()
  return (
    <Layout title={say('takenTitle')} kind="calm">
      <Illustration name="phone" />
      <p>{say(away ? 'takenAway' : 'takenText')}</p>
      <div class="actions">
        <Button look="secondary" says="takenHere" act={onHere} />
      </div>
    </Layout>
  )
}
