import { useEffect } from 'preact/hooks'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

/** Asked once: what happens without consent, and what else is possible. */
export function Decline({ onStop, onBack }: { onStop: () => void; onBack: () => void }) {
  const { say } = useSpeech()
  return (
    <Layout title={say('declineTitle')} onBack={onBack}>
      <p>{say('declineText')}</p>
      <div class="actions">
        <Button look="secondary" says="withdrawNo" act={onBack} />
        <Button look="secondary" says="declineStop" act={onStop} />
      </div>
    </Layout>
  )
}

interface DeclinedProps {
  /** The integrator's page that the person came from, if it is known. */
  returnUrl: string | undefined
  onUndo: () => void
  /** In a frame, where the person cannot leave the page themselves: ends the session now. */
  onClose: (() => void) | undefined
  /** The page is left. */
  onLeave: () => void
}

/** The person did not agree. The session is erased when they leave this page; until then they can change their mind. */
export function Declined({ returnUrl, onUndo, onClose, onLeave }: DeclinedProps) {
  const { say } = useSpeech()
  useEffect(() => {
    addEventListener('pagehide', onLeave)
    return () => removeEventListener('pagehide', onLeave)
  }, [onLeave])
  return (
    <Layout title={say('declinedTitle')} help={false}>
      <p role="status">{say('declinedText')}</p>
      <div class="actions">
        {returnUrl && (
          <a class="button primary" href={returnUrl}>
            {say('doneReturnNow')}
          </a>
        )}
        <Button look="primary" says="close" act={onClose} />
        <Button look="secondary" says="declineUndo" act={onUndo} />
      </div>
    </Layout>
  )
}
