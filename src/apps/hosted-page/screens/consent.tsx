import { useEffect, useState } from 'preact/hooks'
import type { ConsentTextResponse } from '../../../kernel/session/contract/consent.ts'
import type { Api } from '../api.ts'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import { sentencesOf } from '../sentences.ts'

interface ConsentProps {
  retentionDays: number
  /** Whether only an age is asked for. */
  isAge?: boolean
  api: Pick<Api, 'consentText' | 'giveConsent'>
  onAgreed: () => void
  onDeclined: () => void
  onBack: (() => void) | undefined
  onFault: (error: unknown) => void
}

/** Lines that are shown at once: what is asked, and the alternative. A tenant's longer text continues under "More". */
const TEXT_LINES = 4
const OTHERWISE_LINES = 2

/**
 * Before a face is processed: who asks, what for, how long it is kept, and the alternative. Nothing is ticked in
 * advance.
 */
export function Consent({ retentionDays, isAge = false, api, onAgreed, onDeclined, onBack, onFault }: ConsentProps) {
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
      // Reworded in the meantime: the text that the person reads counts.
      await ask()
    } catch (error) {
      onFault(error)
    } finally {
      setSending(false)
    }
  }

  const text = sentencesOf(shown?.text ?? '', locale)
  const otherwise = sentencesOf(shown?.otherwise ?? '', locale)
  const rest = [...text.slice(TEXT_LINES), ...otherwise.slice(OTHERWISE_LINES)]
  return (
    <Layout title={say(isAge ? 'consentAgeTitle' : 'consentTitle')} onBack={onBack}>
      <ul class="consent" aria-busy={!shown}>
        {[...text.slice(0, TEXT_LINES), ...otherwise.slice(0, OTHERWISE_LINES)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {shown?.keep !== undefined && (
        <label class="consent-keep">
          <input type="checkbox" checked={keepFace} onChange={(event) => setKeepFace(event.currentTarget.checked)} />
          <span>{shown.keep}</span>
        </label>
      )}
      <details>
        <summary>{say('more')}</summary>
        {rest.length > 0 && <p>{rest.join(' ')}</p>}
        <p class="soft">{say(isAge ? 'privacyAge' : 'privacyText', { days: retentionDays })}</p>
      </details>
      <div class="otherwise">
        <Button look="quiet" says="consentDecline" disabled={sending} act={onDeclined} />
      </div>
      <div class="actions">
        <Button look="primary" says="consentAgree" disabled={!shown || sending} act={agree} />
      </div>
    </Layout>
  )
}
