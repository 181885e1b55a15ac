import { useEffect, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import type { Api } from '../api.ts'
import { Icon } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Wait, Waiting } from '../waiting.ts'

interface WorkingProps {
  api: Api
  waiting?: Waiting
  steps: EnrolmentState['steps']
  onDone: (returnUrl: string | undefined) => void
  /** The service still needs a picture: go and take it. */
  onMissing: () => void
  onFault: (error: unknown) => void
}

/** Reading and comparing happened when the pictures arrived; what remains is the decision. */
export function Working({ api, waiting, steps, onDone, onMissing, onFault }: WorkingProps) {
  const { say } = useSpeech()
  const [decided, setDecided] = useState(false)
  const [wait, setWait] = useState<Wait>()
  useEffect(() => waiting?.listen(() => setWait(waiting.wait)), [waiting])

  useEffect(() => {
    void complete()
    async function complete() {
      try {
        const answer = await api.complete()
        // The session is completed, as intended, even if the answer to our first call was lost.
        if (answer.hasError && answer.error !== 'SESSION_ALREADY_COMPLETED') return onMissing()
        setDecided(true)
        onDone(answer.customerReturnUrl ?? (await api.state()).customerReturnUrl)
      } catch (error) {
        onFault(error)
      }
    }
  }, [])

  return (
    <Layout title={say('workingTitle')} kind="calm">
      <div role="status">
        <ul class="list">
          {steps.includes('document') && (
            <li>
              <Icon name="done" kind="good" />
              {say('workingRead')}
            </li>
          )}
          {steps.includes('face') && (
            <li>
              <Icon name="done" kind="good" />
              {say('workingCompare')}
            </li>
          )}
          <li class={decided ? '' : 'pending'}>
            <Icon name={decided ? 'done' : 'wait'} kind={decided ? 'good' : 'spin'} />
            {say('workingDecide')}
          </li>
        </ul>
        {wait && <p class="soft">{say(wait === 'offline' ? 'offlineWorking' : 'SERVICE_UNAVAILABLE')}</p>}
      </div>
    </Layout>
  )
}
