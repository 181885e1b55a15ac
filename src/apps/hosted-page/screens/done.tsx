import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { tagOf } from '../../../kernel/texts/languages.ts'
import type { Api } from '../api.ts'
import { Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const SECONDS = 3

interface DoneProps {
  returnUrl: string | undefined
  /** The name of the tenant. */
  name?: string | undefined
  handedOver: boolean
  /** In a frame there is no separate page to close. */
  framed: boolean
  /** Absent if no session is open: then nothing is known about it. */
  api?: Api | undefined
  /** What the person can take along once the session is approved. */
  Gift?: ComponentType<{ api: Api }> | undefined
}

/**
 * A calm end, and the way back: automatically after three seconds, or at once. On a phone that was handed the session,
 * neither.
 */
export function Done({ name, handedOver, framed, api, Gift, ...to }: DoneProps) {
  const { say } = useSpeech()
  const returnUrl = isOwnEnd(to.returnUrl) ? undefined : to.returnUrl
  const [left, setLeft] = useState(SECONDS)

  /** Whether there is something to take along: known once the service has reported that the session is approved. */
  const [offers, setOffers] = useState(Gift !== undefined)
  const [status, setStatus] = useState<EnrolmentState['status']>()
  useEffect(() => {
    api
      ?.state()
      .then((now) => {
        setStatus(now.status)
        setOffers(Gift !== undefined && now.status === 'AUTO_APPROVED')
      })
      .catch(() => setOffers(false))
  }, [])

  useEffect(() => {
    // A person who may take something along decides when to leave.
    if (!returnUrl || handedOver || offers) return
    if (left <= 0) return location.replace(returnUrl)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, returnUrl, handedOver, offers])

  const sentence = handedOver ? 'doneElsewhere' : framed || returnUrl ? 'doneNext' : 'doneClose'
  return (
    <Layout title={say('doneTitle')} help={false} kind="calm">
      <Illustration name="done" />
      <p role="status">{say(sentence)}</p>
      {status && <Next name={name} isReviewed={status === 'WAITING_FOR_MANUAL_APPROVE'} />}
      {api && offers && Gift && <Gift api={api} />}
      {returnUrl && !handedOver && (
        <div class="actions">
          {!offers && <p class="soft">{say('doneReturn', { seconds: Math.max(left, 0) })}</p>}
          <a class="button primary" href={returnUrl}>
            {say('doneReturnNow')}
          </a>
        </div>
      )}
    </Layout>
  )
}

/** The service's own closing page says what this one does. */
const isOwnEnd = (address: string | undefined): boolean =>
  address !== undefined && new URL('/web-enrolment/finished', location.href).href === address.split('?')[0]

/** What happens next: who has the result, or that a reviewer looks first and who will be in touch. */
function Next({ name, isReviewed }: { name: string | undefined; isReviewed: boolean }) {
  const { say, locale } = useSpeech()
  const sentence = say(isReviewed ? 'doneNotice' : 'doneDecided', { name: name ?? say('consentWho') })
  // The built-in name for the tenant starts a sentence here.
  const about = name === undefined ? sentence.charAt(0).toLocaleUpperCase(tagOf(locale)) + sentence.slice(1) : sentence
  return (
    <p class="soft">
      {isReviewed && `${say('doneReview')} `}
      {about}
    </p>
  )
}
