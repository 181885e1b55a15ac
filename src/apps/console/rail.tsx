import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { useKeys } from './commands.ts'
import { fromPanels } from './panels.ts'
import { Icon, Key } from './parts.tsx'
import { ShortcutsDialog } from './screens/shortcuts.tsx'
import { ModeSwitch, ShadeSwitch } from './switches.tsx'

interface RailProps {
  person: Me
  section: string
  mode: Mode
  setMode: (mode: Mode) => void
  leave: () => void
}

/** The navigation. What a role may not do is hidden from it, and the service refuses it in any case. */
export function Rail({ person, section, mode, setMode, leave }: RailProps) {
  const [isHelped, help] = useState(false)
  useKeys({ '?': () => help(true) })
  const place = (path: string, word: string, icon: ComponentChildren) => (
    <li key={path}>
      <a href={`/console/${path}`} aria-current={section === path ? 'page' : undefined}>
        {icon}
        {word}
      </a>
    </li>
  )
  return (
    <nav class="rail" aria-label="Console">
      <p class="brand">Limen</p>
      <ul>
        {place('queue', 'Queue', <Icon name="queue" />)}
        {place('sessions', 'Sessions', <Icon name="sessions" />)}
        {place('overview', 'Overview', <Icon name="overview" />)}
        {fromPanels('screens').map(({ path, word, icon }) => place(path, word, <Line d={icon} />))}
        {place('settings', 'Settings', <Icon name="settings" />)}
      </ul>
      <ModeSwitch mode={mode} setMode={setMode} />
      <AccountMenu person={person} leave={leave}>
        <ModeSwitch mode={mode} setMode={setMode} name="mode in the menu" />
      </AccountMenu>
      {isHelped && <ShortcutsDialog section={section} close={() => help(false)} />}
    </nav>
  )
}

/** Who is signed in, and their menu. It closes when it loses the focus. */
function AccountMenu({ person, leave, children }: { person: Me; leave: () => void; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  return (
    <details
      class="whoami"
      ref={menu}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget && !menu.current?.contains(relatedTarget as Node)) close()
      }}
    >
      <summary>
        <Icon name="account" />
        <span>{person.username}</span>
      </summary>
      <div>
        <p class="soft">
          Signed in as <span class="strong">{person.username}</span>, {person.role}
        </p>
        {children}
        <ShadeSwitch />
        <a class="keys" href="/console/settings/account" onClick={close}>
          My account
        </a>
        <a class="keys" href="/console/shortcuts" onClick={close}>
          Keyboard shortcuts <Key>?</Key>
        </a>
        <a class="keys" href="/docs/guides/console" target="_blank" rel="noopener">
          Guides
        </a>
        <Button class="quiet" word="Sign out" act={leave} />
      </div>
    </details>
  )
}

/** The icon of a feature's screen. */
const Line = ({ d }: { d: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
)
