import { useEffect, useState } from 'preact/hooks'
import { type Api, ApiError } from '../../../apps/hosted-page/api.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { Illustration } from '../../../apps/hosted-page/pieces/drawings.tsx'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { LateQrCode } from '../../../apps/hosted-page/pieces/link.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { tagOf } from '../../../kernel/texts/languages.ts'

interface ChipProps {
  api: Api
  /** Followed live: the state shows when the chip has been read. */
  state: EnrolmentState
  isPhone: boolean
  framed: boolean
  progress: { step: number; steps: number }
  /** Starts the document again from its front: another one has a chip. */
  onOtherDocument: () => void
  onRead: () => void
  /** Present if the chip is only offered. */
  onSkip?: (() => void) | undefined
  onFault: (error: unknown) => void
}

/**
 * No browser reads a chip: this leads to the app that does, or says who knows where it is read. Continues once it has
 * been read.
 */
export function Chip({ api, state, isPhone, framed, progress, onOtherDocument, onRead, onSkip, onFault }: ChipProps) {
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
      if (!left) onFault(error)
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
          <Button look="primary" says="wayDocument" act={onOtherDocument} />
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
          <Button look="secondary" says="stepUpSkip" act={onSkip} />
        </div>
      ) : (
        <Button look="quiet" says="chipWithout" act={() => setHasNone(true)} />
      )}
    </Layout>
  )
}
