import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import { featureSteps } from '../steps.ts'

interface StepUpProps {
  ways: NonNullable<EnrolmentState['stepUp']>
  /** A way of a feature, by its name. */
  onWay: (of: string) => void
  onPicture: () => void
  onSkip: () => void
}

/** Only a proof is missing: offers what would settle it before a reviewer has to look. */
export function StepUp({ ways, onWay, onPicture, onSkip }: StepUpProps) {
  const { say } = useSpeech()
  return (
    <Layout title={say('stepUpTitle')}>
      <p>{say('stepUpText')}</p>
      <div class="actions">
        {ways.map((way, at) => {
          const look = at ? 'secondary' : 'primary'
          const says =
            way === 'picture' ? 'stepUpPicture' : featureSteps().find(({ screens }) => screens?.[way])?.stepUp
          const act = way === 'picture' ? onPicture : () => onWay(way)
          return says && <Button key={way} look={look} says={says} act={act} />
        })}
        <Button look="secondary" says="stepUpSkip" act={onSkip} />
      </div>
    </Layout>
  )
}
