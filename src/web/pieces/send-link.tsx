import { useEffect, useState } from 'preact/hooks'
import { type Locale, tagOf } from '../../ui/languages.ts'
import { useSpeech } from './speech.tsx'

interface SendLinkProps {
  link: string | undefined
  /** When the link is over, in milliseconds since 1970. */
  until: number
}

const MINUTE = 60_000

/** The link to the other device by the person's own means: nothing of it passes through this service. */
export function SendLink({ link, until }: SendLinkProps) {
  const { say, locale } = useSpeech()
  const [copied, setCopied] = useState(false)
  const [now, setNow] = useState(Date.now())
  useEffect(() => setCopied(false), [link])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4)
    return () => clearInterval(timer)
  }, [])
  const text = `${say('title')}: ${link ?? ''}`
  const minutes = Math.max(1, Math.round((until - now) / MINUTE))
  return (
    <div class="send-link">
      <button
        type="button"
        class="secondary"
        disabled={!link}
        onClick={async () => {
          if (!link) return
          await navigator.clipboard.writeText(link)
          setCopied(true)
        }}
      >
        {say(copied ? 'handoverCopied' : 'handoverCopy')}
      </button>
      {link && (
        <p class="ways-to">
          <a href={`mailto:?subject=${encodeURIComponent(say('title'))}&body=${encodeURIComponent(link)}`}>
            {say('handoverMail')}
          </a>
          <a href={`sms:?&body=${encodeURIComponent(text)}`}>{say('handoverSms')}</a>
          {'share' in navigator && (
            <button
              type="button"
              class="quiet"
              onClick={() => void navigator.share({ text, url: link }).catch(ifCancelled)}
            >
              {say('handoverShare')}
            </button>
          )}
        </p>
      )}
      {link && <p class="soft small">{say('handoverLeft', { time: inMinutes(minutes, locale) })}</p>}
    </div>
  )
}

/** "10 minutes", as the language counts them. */
const inMinutes = (minutes: number, locale: Locale): string =>
  new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)

/** Closing the sheet without a choice is no fault. */
function ifCancelled(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
