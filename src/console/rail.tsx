import type { ComponentChildren } from 'preact'
import type { Me } from '../contract/console/console.ts'

/** Where one can go. What a role may not do is not shown to it, and refused by the service in any case. */
export function Rail({ person, section, leave }: { person: Me; section: string; leave: () => void }) {
  const place = (name: string, word: string, icon: ComponentChildren) => (
    <li>
      <a href={`/console/${name}`} aria-current={section === name ? 'page' : undefined}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          {icon}
        </svg>
        {word}
      </a>
    </li>
  )
  return (
    <nav class="rail" aria-label="Console">
      <p class="brand">Limen</p>
      <ul>
        {place('queue', 'Queue', <path d="M4 6h16M4 12h16M4 18h10" />)}
        {place('sessions', 'Sessions', <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20" />)}
        {place('overview', 'Overview', <path d="M4 20V4m0 16h16M8 15l4-5 3 3 5-7" />)}
        {place('settings', 'Settings', <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.500 14.500v5" />)}
      </ul>
      <div class="whoami">
        <p>
          <span class="strong">{person.username}</span>
          <br />
          <span class="soft">{person.role}</span>
        </p>
        <button type="button" class="quiet" onClick={leave}>
          Sign out
        </button>
      </div>
    </nav>
  )
}
