import { useEffect, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import { KeepProof } from './keep-proof.tsx'

const SECONDS = 3

interface DoneProps {
  returnUrl: string | undefined
  /** Who asked. */
  name?: string | undefined
  handedOver: boolean
  /** In a frame there is no page of its own to close. */
  framed: boolean
  /** Present where the tenant offers a credential of its own here. */
  offer?: Pick<Api, 'state' | 'offerCredential'> | undefined
}

/** Calm, and the way back: by itself after three seconds, or at once. On a phone that was handed the session, neither. */
export function Done({ returnUrl, name, handedOver, framed, offer }: DoneProps) {
  const { say } = useSpeech()
  const [left, setLeft] = useState(SECONDS)

  /** Whether there is something to take along: known once the service has said that the session is approved. */
  const [offers, setOffers] = useState(offer !== undefined)
  useEffect(() => {
    offer
      ?.state()
      .then(({ status }) => setOffers(status === 'AUTO_APPROVED'))
      .catch(() => setOffers(false))
  }, [])

  useEffect(() => {
    // Whoever may take something along decides when to leave.
    if (!returnUrl || handedOver || offers) return
    if (left <= 0) return location.replace(returnUrl)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, returnUrl, handedOver, offers])

  const sentence = handedOver ? 'doneElsewhere' : framed || returnUrl ? 'doneNext' : 'doneClose'
  return (
    <Layout title={say('doneTitle')} help={false}>
      <Illustration name="done" />
      <p role="status">{say(sentence)}</p>
      {name && <p class="soft">{say('doneNotice', { name })}</p>}
      {offer && offers && <KeepProof api={offer} />}
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
