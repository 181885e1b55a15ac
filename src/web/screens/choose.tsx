import { Icon } from '../pieces/icons.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

interface ChooseProps {
  /** The document is photographed all the same. */
  isAlso: boolean
  onWallet: () => void
  onPicture: () => void
  onBack: () => void
}

/** Two ways to show who one is; neither is chosen beforehand. */
export function Choose({ isAlso, onWallet, onPicture, onBack }: ChooseProps) {
  const { say } = useSpeech()
  return (
    <Layout title={say('chooseTitle')} onBack={onBack}>
      <ul class="list">
        <li>
          <Icon name="done" />
          {say('chooseWalletHow')}
          {isAlso && <p class="soft">{say('walletAlso')}</p>}
        </li>
        <li>
          <Icon name="document" />
          {say('welcomeDocuments')}
        </li>
      </ul>
      <div class="actions">
        <button type="button" class="primary" onClick={onWallet}>
          {say('chooseWallet')}
        </button>
        <button type="button" class="secondary" onClick={onPicture}>
          {say('welcomeDocument')}
        </button>
      </div>
    </Layout>
  )
}
