import { useEffect, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../contract/enrolment/enrolment-state.ts'
import { tagOf } from '../../ui/languages.ts'
import type { Api } from '../api.ts'
import { Button } from '../pieces/button.tsx'
import { Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { WalletCode, WalletLink } from '../pieces/link.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const SECONDS = 3

interface DoneProps {
  returnUrl: string | undefined
  /** Who asked. */
  name?: string | undefined
  handedOver: boolean
  /** In a frame there is no page of its own to close. */
  framed: boolean
  /** Absent where no session is open: then nothing is known of it. */
  api?: Pick<Api, 'state' | 'offerCredential'> | undefined
  /** Whether the tenant offers a credential of its own here. */
  offersCredential?: boolean
}

/** Calm, and the way back: by itself after three seconds, or at once. On a phone that was handed the session, neither. */
export function Done({ returnUrl, name, handedOver, framed, api, offersCredential = false }: DoneProps) {
  const { say } = useSpeech()
  const [left, setLeft] = useState(SECONDS)

  /** Whether there is something to take along: known once the service has said that the session is approved. */
  const [offers, setOffers] = useState(offersCredential)
  const [status, setStatus] = useState<EnrolmentState['status']>()
  useEffect(() => {
    api
      ?.state()
      .then((now) => {
        setStatus(now.status)
        setOffers(offersCredential && now.status === 'AUTO_APPROVED')
      })
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
      {status && <Next name={name} isReviewed={status === 'WAITING_FOR_MANUAL_APPROVE'} />}
      {api && offers && <KeepProof api={api} />}
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

/** What happens now: who has the answer, or that somebody looks first and who will be in touch. */
function Next({ name, isReviewed }: { name: string | undefined; isReviewed: boolean }) {
  const { say, locale } = useSpeech()
  const sentence = say(isReviewed ? 'doneNotice' : 'doneDecided', { name: name ?? say('consentWho') })
  // Our own words for whoever asked begin a sentence here.
  const about = name === undefined ? sentence.charAt(0).toLocaleUpperCase(tagOf(locale)) + sentence.slice(1) : sentence
  return (
    <p class="soft">
      {isReviewed && `${say('doneReview')} `}
      {about}
    </p>
  )
}

/** A proof for the wallet: asked for when the person wants it, since the offer is over after ten minutes. */
function KeepProof({ api }: { api: Pick<Api, 'offerCredential'> }) {
  const { say } = useSpeech()
  const [link, setLink] = useState<string>()
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    setFailed(false)
    try {
      const { link: offered } = await api.offerCredential()
      if (offered) setLink(offered)
      else setFailed(true)
    } catch {
      // Nothing is lost by it: the identity check is over, and the button is there to try again.
      setFailed(true)
    }
  }
  return (
    <>
      <p>{say('doneWalletWhy')}</p>
      {link && <WalletCode link={link} />}
      <div class="actions">
        {link ? <WalletLink link={link} /> : <Button look="primary" says={failed ? 'retry' : 'doneWallet'} act={ask} />}
      </div>
    </>
  )
}
