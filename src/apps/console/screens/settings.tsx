import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { Answered } from '../../ui/states.tsx'
import { fromPanels } from '../panels.ts'
import { Heading } from '../parts.tsx'
import { Accounts } from '../settings/accounts.tsx'
import { Audit } from '../settings/audit.tsx'
import { Credentials } from '../settings/credentials.tsx'
import { Page } from '../settings/hosted-page/page.tsx'
import { OwnAccount } from '../settings/own-account.tsx'
import { Policy } from '../settings/policy.tsx'
import type { SettingsSection } from '../settings/section.ts'
import { System } from '../settings/system.tsx'
import { NewTenant, TenantChoice, useTenant } from '../settings/tenant-choice.tsx'
import { TenantForm } from '../settings/tenant-draft.tsx'
import { ADDRESSES, fieldsOf, LevelFields } from '../settings/tenant-fields.tsx'
import { Trust } from '../settings/trust.tsx'
import { Webhooks } from '../settings/webhooks.tsx'

interface Group {
  path: string
  word: string
  sections: SettingsSection[]
}

/** One page each. Each section also has an address, which shows only that section. */
const GROUPS: readonly Group[] = withPanels([
  {
    path: 'people',
    word: 'People',
    sections: [
      { path: 'reviewing', word: 'Reviewing', fields: fieldsOf('reviewing') },
      { path: 'accounts', word: 'Accounts', Tool: Accounts },
    ],
  },
  {
    path: 'verification',
    word: 'Verification',
    sections: [
      { path: 'level', word: 'Level of assurance', fields: [LevelFields] },
      { path: 'asked', word: 'What people are asked for', fields: fieldsOf('asked') },
      { path: 'proofs', word: 'Chip, wallet and barcodes', fields: fieldsOf('proofs') },
      { path: 'policy', word: 'Policy', Tool: Policy },
    ],
  },
  { path: 'capture', word: 'Capture', sections: [{ path: 'page', word: 'Hosted page', Tool: Page }] },
  {
    path: 'integrations',
    word: 'Integrations',
    sections: [
      { path: 'tenants', word: 'Tenant', fields: ADDRESSES, Tool: NewTenant, tool: 'New tenant' },
      { path: 'webhooks', word: 'Webhooks', fields: fieldsOf('webhooks'), Tool: Webhooks, tool: 'Webhook deliveries' },
      { path: 'credentials', word: 'API credentials', Tool: Credentials },
    ],
  },
  {
    path: 'security',
    word: 'Security',
    sections: [
      { path: 'retention', word: 'Retention', fields: fieldsOf('retention') },
      { path: 'trust', word: 'Trusted authorities', Tool: Trust },
      { path: 'audit', word: 'Audit log', Tool: Audit },
    ],
  },
  { path: 'system', word: 'System', sections: [{ path: 'status', word: 'This node', Tool: System }] },
])

/** The groups with the sections of features, each in its place. */
function withPanels(groups: Group[]): Group[] {
  for (const { group, after, section } of fromPanels('settings')) {
    const sections = groups.find(({ path }) => path === group)?.sections
    const before = sections?.findIndex(({ path }) => path === after) ?? -1
    sections?.splice(before < 0 ? sections.length : before + 1, 0, section)
  }
  return groups
}

/** The sections that an account may open, by address, with their names. */
export const sectionsFor = ({ role }: Me): [path: string, word: string][] => [
  ['account', 'Your account'],
  ...(role === 'admin'
    ? GROUPS.flatMap(({ sections }) => sections.map(({ path, word }) => [path, word] as [string, string]))
    : []),
]

interface Props {
  person: Me
  /** The mode of the sessions that the console shows. */
  mode: Mode
  section: string | undefined
  refresh: () => void
}

/** One's own account for everybody; the rest for admins. */
export function SettingsScreen({ person, mode, section = 'account', refresh }: Props) {
  const groups = person.role === 'admin' ? GROUPS : []
  const group = groups.find(({ path, sections }) => path === section || sections.some((each) => each.path === section))
  const alone = group?.sections.filter(({ path }) => path === section) ?? []
  const link = (path: string, word: string, isHere: boolean) => (
    <li key={path}>
      <a href={`/console/settings/${path}`} aria-current={isHere ? 'page' : undefined}>
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
        <ul>
          {link('account', 'Your account', section === 'account')}
          {groups.map((each) => link(each.path, each.word, each === group))}
        </ul>
        {group && group.sections.length > 1 && (
          <ul class="parts">{group.sections.map(({ path, word }) => link(path, word, path === section))}</ul>
        )}
      </nav>
      {section === 'account' ? (
        <OwnAccount person={person} refresh={refresh} />
      ) : group ? (
        <GroupPage key={section} sections={alone.length ? alone : group.sections} mode={mode} />
      ) : (
        <p class="notice">Only admins can open this page.</p>
      )}
    </div>
  )
}

function GroupPage({ sections, mode }: { sections: SettingsSection[]; mode: Mode }) {
  const choice = useTenant()
  const { tenants, tenant } = choice
  return (
    <>
      <TenantChoice {...choice} />
      <Answered asked={tenants} what="settings">
        {() =>
          tenant && (
            <>
              {sections.some(({ fields }) => fields) && (
                <TenantForm key={tenant.id} tenant={tenant} saved={tenants.again} sections={sections} />
              )}
              {sections.map(
                ({ path, word, tool, Tool }) =>
                  Tool && (
                    <section key={path} class="panel" aria-label={tool ?? word}>
                      <h2>{tool ?? word}</h2>
                      <Tool key={tenant.id} mode={mode} tenant={tenant} choice={choice} />
                    </section>
                  ),
              )}
            </>
          )
        }
      </Answered>
    </>
  )
}
