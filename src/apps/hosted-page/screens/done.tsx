import { useEffect, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { tagOf } from '../../../kernel/texts/languages.ts'
import type { Api } from '../api.ts'
import { Button } from '../pieces/button.tsx'
import { Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { WalletCode, WalletLink } from '../pieces/link.tsx'
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
  api?: Pick<Api, 'state' | 'offerCredential'> | undefined
  /** Whether the tenant offers its own credential here. */
  offersCredential?: boolean
}

/**
 * A calm end, and the way back: automatically after three seconds, or at once. On a phone that was handed the session,
 * neither.
 */
export function Done({ name, handedOver, framed, api, offersCredential = false, ...to }: DoneProps) {
  const { say } = useSpeech()
  const returnUrl = isOwnEnd(to.returnUrl) ? undefined : to.returnUrl
  const [left, setLeft] = useState(SECONDS)

  /** Whether there is a credential to take along: known once the service has reported that the session is approved. */
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
    // A person who may take a credential along decides when to leave.
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

/** A credential for the wallet: created on request, because the offer expires after ten minutes. */
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
      // Nothing is lost: the identity check is over, and the button remains for another try.
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
