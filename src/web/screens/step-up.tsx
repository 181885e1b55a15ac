import type { EnrolmentState } from '../../contract/enrolment/enrolment-state.ts'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

interface StepUpProps {
  ways: NonNullable<EnrolmentState['stepUp']>
  onChip: () => void
  onWallet: () => void
  onPicture: () => void
  onSkip: () => void
}

/** Nothing but a proof is missing: what would settle it, before somebody has to look. */
export function StepUp({ ways, onChip, onWallet, onPicture, onSkip }: StepUpProps) {
  const { say } = useSpeech()
  const acts = { chip: onChip, wallet: onWallet, picture: onPicture }
  const words = { chip: say('stepUpChip'), wallet: say('chooseWallet'), picture: say('stepUpPicture') }
  return (
    <Layout title={say('stepUpTitle')}>
      <p>{say('stepUpText')}</p>
      <div class="actions">
        {ways.map((way, at) => (
          <button key={way} type="button" class={at ? 'secondary' : 'primary'} onClick={acts[way]}>
            {words[way]}
          </button>
        ))}
        <button type="button" class="secondary" onClick={onSkip}>
          {say('stepUpSkip')}
        </button>
      </div>
    </Layout>
  )
}
