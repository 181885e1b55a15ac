import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

interface StepUpProps {
  ways: NonNullable<EnrolmentState['stepUp']>
  onChip: () => void
  onWallet: () => void
  onPicture: () => void
  onSkip: () => void
}

const WORDS = { chip: 'stepUpChip', wallet: 'chooseWallet', picture: 'stepUpPicture' } as const

/** Only a proof is missing: offers what would settle it before a reviewer has to look. */
export function StepUp({ ways, onChip, onWallet, onPicture, onSkip }: StepUpProps) {
  const { say } = useSpeech()
  const acts = { chip: onChip, wallet: onWallet, picture: onPicture }
  return (
    <Layout title={say('stepUpTitle')}>
      <p>{say('stepUpText')}</p>
      <div class="actions">
        {ways.map((way, at) => (
          <Button key={way} look={at ? 'secondary' : 'primary'} says={WORDS[way]} act={acts[way]} />
        ))}
        <Button look="secondary" says="stepUpSkip" act={onSkip} />
      </div>
    </Layout>
  )
}
