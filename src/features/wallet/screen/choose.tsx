import type { ComponentChildren } from 'preact'
import { Icon } from '../../../apps/hosted-page/pieces/drawings.tsx'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { StepProps } from '../../../apps/hosted-page/steps.ts'
import type { Texts } from '../../../kernel/texts/languages.ts'

/** Two ways to prove one's identity, each with what it requires; neither is preselected, and one press is enough. */
export function Choose({ state, onHere, onPicture, onBack }: StepProps) {
  const { say } = useSpeech()
  const isAlso = !state.wallet?.replacesDocument
  const asksPortrait = state.steps.includes('face')
  const onWallet = () => onHere({ name: 'feature', of: 'wallet', isChosen: true })
  return (
    <Layout title={say('chooseTitle')} onBack={onBack}>
      <div class="cards">
        <Card icon="phone" title="chooseWallet" onChoose={onWallet}>
          <span>{say('chooseWalletHow')}</span>
          {!isAlso && <span class="strong">{say('chooseQuick')}</span>}
          <span class="soft">
            {say('walletAsks')} {asksPortrait && say('walletPortrait')}
          </span>
          {isAlso && <span class="soft">{say('walletAlso')}</span>}
        </Card>
        <Card icon="document" title="welcomeDocument" onChoose={onPicture}>
          <span>{say('welcomeDocuments')}</span>
        </Card>
      </div>
    </Layout>
  )
}

interface CardProps {
  icon: 'phone' | 'document'
  title: keyof Texts
  onChoose: () => void
  children: ComponentChildren
}

function Card({ icon, title, onChoose, children }: CardProps) {
  const { say } = useSpeech()
  return (
    <div class="card">
      <Icon name={icon} />
      <button type="button" aria-describedby={`${title}-how`} onClick={onChoose}>
        {say(title)}
      </button>
      <span class="how" id={`${title}-how`}>
        {children}
      </span>
    </div>
  )
}
