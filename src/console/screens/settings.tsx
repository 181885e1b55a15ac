import type { ComponentType } from 'preact'
import type { Me, Mode } from '../../contract/console/console.ts'
import { Heading } from '../parts.tsx'
import { Accounts } from '../settings/accounts.tsx'
import { Audit } from '../settings/audit.tsx'
import { Credentials } from '../settings/credentials.tsx'
import { Page } from '../settings/hosted-page/page.tsx'
import { OwnAccount } from '../settings/own-account.tsx'
import { Policy } from '../settings/policy.tsx'
import { Reviewing } from '../settings/reviewing.tsx'
import { Tenants } from '../settings/tenants.tsx'
import { Trust } from '../settings/trust.tsx'
import { Webhooks } from '../settings/webhooks.tsx'

const ADMIN_SECTIONS: Record<string, { word: string; Section: ComponentType<{ mode: Mode }> }> = {
  credentials: { word: 'API credentials', Section: Credentials },
  accounts: { word: 'Accounts', Section: Accounts },
  tenants: { word: 'Tenants', Section: Tenants },
  webhooks: { word: 'Webhooks', Section: Webhooks },
  policy: { word: 'Policy', Section: Policy },
  page: { word: 'Hosted page and retention', Section: Page },
  reviewing: { word: 'Reviewing', Section: Reviewing },
  trust: { word: 'Trusted authorities', Section: Trust },
  audit: { word: 'Audit log', Section: Audit },
}

/** What somebody may open here, by its address, with its word. */
export const sectionsFor = ({ role }: Me): [path: string, word: string][] => [
  ['account', 'Your account'],
  ...(role === 'admin'
    ? Object.entries(ADMIN_SECTIONS).map(([path, { word }]) => [path, word] as [string, string])
    : []),
]

interface Props {
  person: Me
  /** Of the sessions that the console shows. */
  mode: Mode
  section: string | undefined
  refresh: () => void
}

/** One's own second factor for everybody; the rest for admins. */
export function SettingsScreen({ person, mode, section = 'account', refresh }: Props) {
  const sections = person.role === 'admin' ? ADMIN_SECTIONS : {}
  const chosen = sections[section]
  const link = (name: string, word: string) => (
    <li key={name}>
      <a href={`/console/settings/${name}`} aria-current={section === name ? 'page' : undefined}>
        {word}
      </a>
    </li>
  )
  return (
    <div class="page">
      <header>
        <Heading>Settings</Heading>
      </header>
      <nav class="tabs" aria-label="Settings">
        <ul>{sectionsFor(person).map(([name, word]) => link(name, word))}</ul>
      </nav>
      {section === 'account' ? (
        <OwnAccount person={person} refresh={refresh} />
      ) : chosen ? (
        <chosen.Section key={section} mode={mode} />
      ) : (
        <p class="notice">Only admins may open this.</p>
      )}
    </div>
  )
}
