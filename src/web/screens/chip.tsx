import { useEffect, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../contract/enrolment/enrolment-state.ts'
import { tagOf } from '../../ui/languages.ts'
import { type Api, ApiError } from '../api.ts'
import { type StopReason, stopReasonOf } from '../flow.ts'
import { Illustration } from '../pieces/illustrations.tsx'
import { LateQrCode } from '../pieces/late-qr-code.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

interface ChipProps {
  api: Api
  /** Followed live: it says when the chip has come. */
  state: EnrolmentState
  isPhone: boolean
  framed: boolean
  progress: { step: number; steps: number }
  /** The document from its front again: another one has a chip. */
  onOtherDocument: () => void
  onRead: () => void
  /** Where the chip is only offered. */
  onSkip?: (() => void) | undefined
  onStop: (reason: StopReason) => void
}

/** No browser reads a chip: the way to the app that does, or who can say where it is read. Goes on when it has come. */
export function Chip({ api, state, isPhone, framed, progress, onOtherDocument, onRead, onSkip, onStop }: ChipProps) {
  const { say, locale } = useSpeech()
  const [link, setLink] = useState<string>()
  const [hasNone, setHasNone] = useState(false)
  const { chip, theme, expiryDateUtc } = state
  const isRead = chip?.received === true
  const hasApp = chip?.app === true

  useEffect(() => {
    if (isRead) onRead()
  }, [isRead])

  useEffect(() => {
    if (!hasApp) return
    let left = false
    const open = async () => {
      const { url, error } = await api.openChipApp()
      if (left) return
      if (error) throw new ApiError(error)
      setLink(url)
    }
    open().catch((error: unknown) => {
      if (!left) onStop((error instanceof ApiError && stopReasonOf(error.code)) || 'internal')
    })
    return () => {
      left = true
    }
  }, [hasApp])

  const time = new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'long', timeStyle: 'short' })
  if (hasNone)
    return (
      <Layout title={say('chipWithout')} progress={progress} onBack={() => setHasNone(false)}>
        <p>{say('chipWithoutText', { name: theme.name ?? say('consentWho') })}</p>
        <div class="actions">
          <button type="button" class="primary" onClick={onOtherDocument}>
            {say('wayDocument')}
          </button>
        </div>
      </Layout>
    )
  return (
    <Layout title={say('chipTitle')} progress={progress}>
      {!hasApp && (
        <>
          <Illustration name="phone" />
          <p>
            {say('chipNone', { name: theme.name ?? say('consentWho'), time: time.format(new Date(expiryDateUtc)) })}
          </p>
        </>
      )}
      {hasApp && <p>{say(isPhone ? 'chipText' : 'chipScan')}</p>}
      {hasApp && !isPhone && <LateQrCode link={link} label={say('chipQr')} />}
      {hasApp && isPhone && (
        <>
          <Illustration name="phone" />
          <div class="actions">
            {link && (
              <a class="button primary" href={link} {...(framed && { target: '_blank', rel: 'noopener' })}>
                {say('chipOpen')}
              </a>
            )}
          </div>
        </>
      )}
      <p role="status">{say('chipWait')}</p>
      {onSkip ? (
        <div class="actions">
          <button type="button" class="secondary" onClick={onSkip}>
            {say('stepUpSkip')}
          </button>
        </div>
      ) : (
        <button type="button" class="quiet" onClick={() => setHasNone(true)}>
          {say('chipWithout')}
        </button>
      )}
    </Layout>
  )
}
