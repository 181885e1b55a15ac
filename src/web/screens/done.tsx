import { useEffect, useState } from 'preact/hooks'
import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

const SECONDS = 3

interface DoneProps {
  returnUrl: string | undefined
  /** Who asked. */
  name?: string | undefined
  handedOver: boolean
  /** In a frame there is no page of its own to close. */
  framed: boolean
}

/** Calm, and the way back: by itself after three seconds, or at once. On a phone that was handed the session, neither. */
export function Done({ returnUrl, name, handedOver, framed }: DoneProps) {
  const { say } = useSpeech()
  const [left, setLeft] = useState(SECONDS)

  useEffect(() => {
    if (!returnUrl || handedOver) return
    if (left <= 0) return location.replace(returnUrl)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, returnUrl, handedOver])

  const sentence = handedOver ? 'doneElsewhere' : framed || returnUrl ? 'doneNext' : 'doneClose'
  return (
    <Layout title={say('doneTitle')} help={false}>
      <Illustration name="done" />
      <p role="status">{say(sentence)}</p>
      {name && <p class="soft">{say('doneNotice', { name })}</p>}
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
