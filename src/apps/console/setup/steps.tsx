import type { ComponentChildren, ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import type { SetupSession, SetupView } from '../../../kernel/setup/contract/setup.ts'
import { directionOf, fill, type Locale, languageNames, loadTexts, tagOf } from '../../../kernel/texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/form.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { StatusWord } from '../parts.tsx'
import { Accounts } from '../settings/accounts.tsx'
import { openSetupSession } from '../settings/api.ts'
import { Credentials } from '../settings/credentials.tsx'
import { ThemeFields, withoutEmpty } from '../settings/hosted-page/page.tsx'
import type { FieldsProps, SettingField } from '../settings/setting-fields.tsx'
import type { ToolProps } from '../settings/tenant-choice.tsx'
import { TenantForm } from '../settings/tenant-draft.tsx'
import { fieldsOf, LevelFields } from '../settings/tenant-fields.tsx'
import { TestEvent } from '../settings/webhooks.tsx'

interface StepProps extends ToolProps {
  view: SetupView
  line: SetupView['lines'][number]
  /** Confirms that the step is settled as it is. */
  confirm: () => void
  /** Checks again. */
  again: () => void
}

/** The form of each step, made of the same parts as the settings. */
export const STEPS: Record<SetupView['lines'][number]['step'], ComponentType<StepProps>> = {
  asker: Asker,
  address: Address,
  purpose: Purpose,
  documents: Documents,
  consent: Consent,
  reviewers: Reviewers,
  webhook: Webhook,
  retention: Retention,
  backup: Backup,
  credential: Credential,
  session: OwnSession,
}

/** The same fields as under Hosted page. */
const LOOK: SettingField[] = [
  ({ draft: { theme }, change }: FieldsProps) => (
    <ThemeFields theme={theme} set={(part) => change({ theme: withoutEmpty({ ...theme, ...part }) })} />
  ),
]

function Asker(props: StepProps) {
  return (
    <>
      <p>Your name, logo and color are on every screen that people see. They agree to nothing before they know you.</p>
      <Settings {...props} word="Who asks" fields={LOOK} />
    </>
  )
}

function Address({ view: { baseUrl }, again }: StepProps) {
  const isHere = new URL(baseUrl).origin === location.origin
  return (
    <>
      <p>
        Links and QR codes point to <span class="mono">{baseUrl}</span>.{' '}
        {!isHere && (
          <>
            You opened this page at <span class="mono">{location.origin}</span>.
          </>
        )}
      </p>
      <p>
        Set <code>BASE_URL</code> to the https address that people use, and restart the service. It then checks that it
        can be reached at this address.
      </p>
      <Again again={again} />
    </>
  )
}

function Purpose(props: StepProps) {
  return (
    <>
      <p>How certain must you be, for your purpose, before a person is approved without a reviewer?</p>
      <Settings {...props} word="Level of assurance" fields={[LevelFields]} />
      <Confirm {...props}>Use my own policy</Confirm>
    </>
  )
}

function Documents() {
  return (
    <ul class="choices">
      <li>
        <a class="button" href="/console/documents/teach">
          Teach a document now
        </a>
      </li>
      <li>
        <a class="button" href="/console/settings/proofs">
          Accept chips or wallets instead
        </a>
      </li>
    </ul>
  )
}

function Consent(props: StepProps) {
  const [lang, setLang] = useState<Locale>('en-US')
  const { theme, name, texts, retentionDays } = props.tenant
  const asked = useAnswer(() => loadTexts(lang), [lang])
  const values = { name: theme.name ?? name, days: retentionDays }
  return (
    <>
      <p>
        This is what people read before they agree. Replace it with your own text under{' '}
        <a href="/console/settings/page">Hosted page</a>.
      </p>
      <Choice
        class="narrow"
        label="Language"
        options={Object.entries(languageNames)}
        value={lang}
        choose={(chosen) => setLang(chosen as Locale)}
      />
      <Answered asked={asked} what="the text">
        {(ours) => (
          <blockquote class="consent-text" lang={tagOf(lang)} dir={directionOf(lang)}>
            {(['consentText', 'consentElse'] as const).map((key) => (
              <p key={key}>{fill(texts[lang]?.[key] ?? ours[key], values, lang)}</p>
            ))}
          </blockquote>
        )}
      </Answered>
      <Confirm {...props}>I have read it</Confirm>
    </>
  )
}

function Reviewers(props: StepProps) {
  return (
    <>
      <p>
        Everyone sets up their own second factor. Set up yours under{' '}
        <a href="/console/settings/account">Your account</a>.
      </p>
      <Accounts />
      <Again again={props.again} />
    </>
  )
}

function Webhook(props: StepProps) {
  const { tenant, again } = props
  return (
    <>
      <Settings {...props} word="Webhook" fields={fieldsOf('webhooks')} />
      <TestEvent tenant={tenant.id} isPossible={tenant.webhookUrl !== undefined} sent={again} />
    </>
  )
}

function Retention(props: StepProps) {
  return (
    <>
      <Settings {...props} word="How long data is kept" fields={fieldsOf('retention')} />
      <Confirm {...props}>Keep data for {props.tenant.retentionDays} days</Confirm>
    </>
  )
}

function Backup({ again }: StepProps) {
  return (
    <>
      <p>
        Run <code>npm run cli -- backup FOLDER</code> on the server every night. Keep the master key somewhere else:{' '}
        without it, nobody can read the backup.
      </p>
      <Again again={again} />
    </>
  )
}

function Credential(props: StepProps) {
  return <Credentials {...props} mode="live" made={props.again} />
}

function OwnSession({ tenant, view: { session } }: StepProps) {
  const [opened, setOpened] = useState<SetupSession>()
  const isOwn = opened && session?.id === opened.id
  return (
    <>
      <p>Scan the code with your phone and use your own document. It counts as a live session.</p>
      <div class="choices">
        <Button word="Start a live session" act={async () => setOpened(await openSetupSession(tenant.id))} />
      </div>
      {opened && !isOwn && (
        <>
          <QrCode class="qr" quiet={4} text={opened.url} label="QR code of the session" />
          <p class="reference">
            <a href={opened.url} target="_blank" rel="noopener">
              {opened.url.split('?')[0]}
            </a>
          </p>
          <p role="status">Waiting for you to finish on your phone…</p>
        </>
      )}
      {session && (
        <div class="outcome" role="status">
          <p>
            <StatusWord status={session.status} /> <a href={`/console/sessions/${session.id}`}>Open the session</a>
          </p>
          <p class="strong">{session.summary}</p>
          <ul>
            {session.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** The same fields as in the settings, saved on their own. */
function Settings({ tenant, choice, again, word, fields }: StepProps & { word: string; fields: SettingField[] }) {
  const saved = () => {
    choice.tenants.again()
    again()
  }
  return <TenantForm tenant={tenant} saved={saved} sections={[{ path: word, word, fields }]} />
}

function Again({ again }: { again: () => void }) {
  return (
    <div class="choices">
      <Button word="Check again" act={again} />
    </div>
  )
}

function Confirm({ line, confirm, children }: Pick<StepProps, 'line' | 'confirm'> & { children: ComponentChildren }) {
  if (line.state === 'done') return null
  return (
    <div class="choices">
      <Button class="primary" word={children} act={confirm} />
    </div>
  )
}
