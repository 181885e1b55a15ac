import type { Me, Mode } from '../contract/console/console.ts'
import { Icon, type IconName } from './icons.tsx'
import { useKeys } from './keys.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { Key } from './parts.tsx'
import { go } from './router.ts'
import { ShadeSwitch } from './shade-switch.tsx'

interface RailProps {
  person: Me
  section: string
  mode: Mode
  setMode: (mode: Mode) => void
  leave: () => void
}

/** Where one can go. What a role may not do is not shown to it, and refused by the service in any case. */
export function Rail({ person, section, mode, setMode, leave }: RailProps) {
  useKeys({ '?': () => go('shortcuts') })
  const place = (name: IconName, word: string) => (
    <li>
      <a href={`/console/${name}`} title={word} aria-current={section === name ? 'page' : undefined}>
        <Icon name={name} />
        {word}
      </a>
    </li>
  )
  return (
    <nav class="rail" aria-label="Console">
      <p class="brand">Limen</p>
      <ul>
        {place('queue', 'Queue')}
        {place('sessions', 'Sessions')}
        {place('overview', 'Overview')}
        {place('watchlist', 'Lists')}
        {place('documents', 'Documents')}
        {place('settings', 'Settings')}
      </ul>
      <ModeSwitch mode={mode} setMode={setMode} />
      <div class="whoami">
        <p>
          <span class="strong">{person.username}</span> <br />
          <span class="soft">{person.role}</span>
        </p>
        <ShadeSwitch />
        <a class="keys" href="/console/shortcuts">
          Keys <Key>?</Key>
        </a>
        <a class="keys" href="/docs/guides/console" target="_blank" rel="noopener">
          Guides
        </a>
        <button type="button" class="quiet" onClick={leave}>
          Sign out
        </button>
      </div>
    </nav>
  )
}
