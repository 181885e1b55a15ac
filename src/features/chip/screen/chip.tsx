import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../../apps/hosted-page/api.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { Illustration } from '../../../apps/hosted-page/pieces/drawings.tsx'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { LateQrCode } from '../../../apps/hosted-page/pieces/link.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { StepProps } from '../../../apps/hosted-page/steps.ts'
import { tagOf } from '../../../kernel/texts/languages.ts'
import type { ChipAppResponse } from '../contract/chip.ts'

/**
 * No browser reads a chip: this leads to the app that does, or says who knows where it is read. Continues once it has
 * been read.
 */
export function Chip(props: StepProps) {
  const { api, state, isPhone, framed, progress, onOtherDocument, onGoOn, onSkip, onFault } = props
  const { say, locale } = useSpeech()
  const [link, setLink] = useState<string>()
  const [hasNone, setHasNone] = useState(false)
  const { chip, theme, expiryDateUtc } = state
  const isRead = chip?.received === true
  const hasApp = chip?.app === true

  useEffect(() => {
    if (isRead) onGoOn()
  }, [isRead])

  useEffect(() => {
    if (!hasApp) return
    let left = false
    const open = async () => {
      const { url, error } = await api.call<ChipAppResponse>('POST', 'chip/app')
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
      {chip?.isOptional ? (
        <div class="actions">
          <Button look="secondary" says="stepUpSkip" act={onSkip} />
        </div>
      ) : (
        <Button look="quiet" says="chipWithout" act={() => setHasNone(true)} />
      )}
    </Layout>
  )
}
