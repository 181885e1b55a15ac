import { useEffect, useState } from 'preact/hooks'
import type { ConsentTextResponse } from '../../contract/enrolment/consent.ts'
import type { Api } from '../api.ts'
import { Icon } from '../pieces/icons.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

interface ConsentProps {
  api: Pick<Api, 'consentText' | 'giveConsent'>
  onAgreed: () => void
  onDeclined: () => void
  onBack: () => void
  onFault: (error: unknown) => void
}

/** Before a face is looked at: who asks, what for, how long it is kept, what if not. Nothing is ticked beforehand. */
export function Consent({ api, onAgreed, onDeclined, onBack, onFault }: ConsentProps) {
  const { say, locale } = useSpeech()
  const [shown, setShown] = useState<ConsentTextResponse>()
  const [sending, setSending] = useState(false)
  const [keepFace, setKeepFace] = useState(false)
  const ask = () => api.consentText(locale).then(setShown, onFault)
  useEffect(() => void ask(), [locale])

  const agree = async () => {
    if (!shown) return
    setSending(true)
    try {
      const { hasError } = await api.giveConsent({
        lang: shown.lang,
        sha256: shown.sha256,
        ...(shown.keep !== undefined && keepFace && { keepFace }),
      })
      if (!hasError) return onAgreed()
      // Reworded in the meantime: what counts is what is read.
      await ask()
    } catch (error) {
      onFault(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Layout title={say('consentTitle')} onBack={onBack}>
      <div class="consent" aria-busy={!shown}>
        <Icon name="face" />
        <p>{shown?.text}</p>
        <p class="soft">{shown?.otherwise}</p>
        {shown?.keep !== undefined && (
          <label class="consent-keep">
            <input type="checkbox" checked={keepFace} onChange={(event) => setKeepFace(event.currentTarget.checked)} />
            <span>{shown.keep}</span>
          </label>
        )}
      </div>
      <div class="actions">
        <button type="button" class="primary" disabled={!shown || sending} onClick={() => void agree()}>
          {say('consentAgree')}
        </button>
        <button type="button" class="secondary" disabled={sending} onClick={onDeclined}>
          {say('consentDecline')}
        </button>
      </div>
    </Layout>
  )
}
