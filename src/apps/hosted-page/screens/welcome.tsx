import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import type { FirstTexts } from '../../../kernel/texts/languages.ts'
import { Button } from '../pieces/button.tsx'
import { Icon } from '../pieces/first-icons.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

/** What a feature asks for besides the pictures: `welcome` of `features/X/screen/welcome.ts`. It comes with the page. */
export interface WelcomeLine {
  isAsked(state: EnrolmentState): boolean
  says: keyof FirstTexts
}

const MORE = Object.values(
  import.meta.glob<WelcomeLine>('../../../features/*/screen/welcome.ts', { eager: true, import: 'welcome' }),
)

/** Who asks, what will happen, what is kept; one button. */
export function Welcome({ state, onStart }: { state: EnrolmentState; onStart: () => void }) {
  const { say } = useSpeech()
  const { theme, steps, retentionDays, age } = state
  return (
    <Layout title={say(age ? 'welcomeAgeTitle' : 'welcomeTitle')} help={['helpDocument', 'helpUpload']}>
      {theme.name && (
        <p>
          {age
            ? say('welcomeAsksAge', { name: theme.name, age: age.atLeast })
            : say('welcomeAsks', { name: theme.name })}
        </p>
      )}
      <ol class="list">
        {steps.includes('document') && (
          <li>
            <Icon name="document" />
            <span>
              {say('welcomeDocument')}
              <br />
              <span class="soft small">{say('welcomeDocuments')}</span>
            </span>
          </li>
        )}
        {steps.includes('face') && (
          <li>
            <Icon name="face" />
            {say('welcomeFace')}
          </li>
        )}
        {MORE.map(
          ({ isAsked, says }) =>
            isAsked(state) && (
              <li key={says}>
                <Icon name="document" />
                {say(says)}
              </li>
            ),
        )}
        <li>
          <Icon name="done" />
          {say('welcomeDone')}
        </li>
      </ol>
      <p class="soft">{say('welcomeTime')}</p>
      <details>
        <summary>{say('welcomePrivacy')}</summary>
        <p class="soft">{say(age ? 'privacyAge' : 'privacyText', { days: retentionDays })}</p>
      </details>
      <div class="actions">
        <Button look="primary" says="start" act={onStart} />
      </div>
    </Layout>
  )
}
