import { useEffect, useState } from 'preact/hooks'
import { type Locale, type Texts, tagOf } from '../../../kernel/texts/languages.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { isDesktop } from '../frame.ts'
import { Button } from './button.tsx'
import { useSpeech } from './speech.tsx'

interface SendLinkProps {
  link: string | undefined
  /** When the link expires, in milliseconds since 1970. */
  until: number
}

const MINUTE = 60_000

/** Sends the link to the other device by the person's own means: nothing passes through this service. */
export function SendLink({ link, until }: SendLinkProps) {
  const { say, locale } = useSpeech()
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4)
    return () => clearInterval(timer)
  }, [])
  const text = `${say('title')}: ${link ?? ''}`
  const minutes = Math.max(1, Math.round((until - now) / MINUTE))
  return (
    <div class="send-link">
      <CopyLink key={link} disabled={!link} getLink={async () => link} />
      {link && (
        <p class="ways-to">
          <a href={`mailto:?subject=${encodeURIComponent(say('title'))}&body=${encodeURIComponent(link)}`}>
            {say('handoverMail')}
          </a>
          <a href={`sms:?&body=${encodeURIComponent(text)}`}>{say('handoverSms')}</a>
          {'share' in navigator && (
            <Button
              look="quiet"
              says="handoverShare"
              act={() => navigator.share({ text, url: link }).catch(ifCancelled)}
            />
          )}
        </p>
      )}
      {link && <p class="soft small">{say('handoverLeft', { time: inMinutes(minutes, locale) })}</p>}
    </div>
  )
}

interface CopyLinkProps {
  getLink: () => Promise<string | undefined>
  disabled?: boolean
  look?: 'primary' | 'secondary' | 'quiet'
}

export function CopyLink({ getLink, disabled, look = 'secondary' }: CopyLinkProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText((await getLink()) ?? '')
    setCopied(true)
  }
  return <Button look={look} says={copied ? 'handoverCopied' : 'handoverCopy'} disabled={disabled} act={copy} />
}

/** "10 minutes", in the words of the language. */
const inMinutes = (minutes: number, locale: Locale): string =>
  new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)

/** Closing the share sheet without a choice is not an error. */
function ifCancelled(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}

/**
 * A QR code on white, once there is a link; its code is loaded only when one is shown: a person who began on a phone
 * never sees any.
 */
export function LateQrCode({ link, label }: { link: string | undefined; label: string }) {
  const part = useLoaded(true, () => import('../../ui/qr-code.tsx'))
  return (
    <div class="qr" aria-busy={!link}>
      {part && link && <part.QrCode text={link} label={label} />}
    </div>
  )
}

/** On a desktop, the QR code for the phone that has an app, and what to do with it. */
export function AppCode({ link, scan, label }: { link: string; scan: keyof Texts; label: keyof Texts }) {
  const { say } = useSpeech()
  if (!isDesktop()) return null
  return (
    <>
      <p>{say(scan)}</p>
      <LateQrCode link={link} label={say(label)} />
    </>
  )
}

/** Opens an app on this device. */
export function AppLink({ link, says }: { link: string; says: keyof Texts }) {
  const { say } = useSpeech()
  return (
    <a class={isDesktop() ? 'button secondary' : 'button primary'} href={link}>
      {say(says)}
    </a>
  )
}
