import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Layout } from '../layout.tsx'
import { useSpeech } from '../speech.tsx'

const SECONDS = 3

/** Calm, and the way back: by itself after three seconds, or at once. */
export function Done({ returnUrl }: { returnUrl: string | undefined }) {
  const { say } = useSpeech()
  const [left, setLeft] = useState(SECONDS)

  useEffect(() => {
    if (!returnUrl) return
    if (left <= 0) return location.replace(returnUrl)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, returnUrl])

  return (
    <Layout title={say('doneTitle')}>
      <Icon name="done" kind="large good" />
      <p role="status">{say(returnUrl ? 'doneNext' : 'doneClose')}</p>
      {returnUrl && (
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
