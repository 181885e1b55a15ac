import { useEffect, useState } from 'preact/hooks'
import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const SECONDS = 3

/** Calm, and the way back: by itself after three seconds, or at once. On a phone that was handed the session, neither. */
export function Done({ returnUrl, handedOver }: { returnUrl: string | undefined; handedOver: boolean }) {
  const { say } = useSpeech()
  const [left, setLeft] = useState(SECONDS)

  useEffect(() => {
    if (!returnUrl || handedOver) return
    if (left <= 0) return location.replace(returnUrl)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, returnUrl, handedOver])

  return (
    <Layout title={say('doneTitle')}>
      <Illustration name="done" />
      <p role="status">{say(handedOver ? 'doneElsewhere' : returnUrl ? 'doneNext' : 'doneClose')}</p>
      {returnUrl && !handedOver && (
        <div class="actions">
          <p class="soft">{say('doneReturn', { seconds: Math.max(left, 0) })}</p>
          <a class="button primary" href={returnUrl}>
            {say('doneReturnNow')}
          </a>
        </div>
      )}
    </Layout>
  )
}
