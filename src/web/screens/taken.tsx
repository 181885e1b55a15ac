import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

/** The session is in hand elsewhere: either it was when this device came, or it was just taken from here. */
export function Taken({ away, onHere }: { away: boolean; onHere: () => void }) {
  const { say } = useSpeech()
  return (
    <Layout title={say('takenTitle')}>
      <Illustration name="phone" />
      <p>{say(away ? 'takenAway' : 'takenText')}</p>
      <div class="actions">
        <button type="button" class="secondary" onClick={onHere}>
          {say('takenHere')}
        </button>
      </div>
    </Layout>
  )
}
