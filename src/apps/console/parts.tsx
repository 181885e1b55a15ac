import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { CaseView } from '../../kernel/review/contract/console-case.ts'
import { iconSet } from '../ui/icons.tsx'
import { Dot } from '../ui/states.tsx'
import { STATUS_WORDS } from './words.ts'

export function StatusWord({ status }: { status: CaseView['status'] }) {
  const { word, tone } = STATUS_WORDS[status]
  return <Dot tone={tone}>{word}</Dot>
}

/** Marks a test session. Live sessions have no mark. */
export function ModeBadge({ mode }: Pick<CaseView, 'mode'>) {
  return mode === 'test' ? <span class="badge">TEST</span> : null
}

/** Marks an entry of the audit log that was changed outside the service. */
export function Forged() {
  return (
    <span class="badge bad" title="This was changed outside the service: its integrity check failed.">
      FORGED
    </span>
  )
}

/** The heading of a screen; it takes the focus when the screen opens, so that a screen reader reads it. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** A session as a link, labeled with the first characters of its id; within a list it keeps the list's filter. */
export function SessionLink({ id, query = '' }: { id: string; query?: string }) {
  return (
    <a class="mono" href={`/console/sessions/${id}${query}`}>
      {id.slice(0, 8)}
    </a>
  )
}

export function Key({ children }: { children: string }) {
  return (
    <span class="key" aria-hidden="true">
      {children}
    </span>
  )
}

export type IconName = ComponentProps<typeof Icon>['name']

export const Icon = iconSet(24, {
  queue: <path d="M4 6h16M4 12h16M4 18h10" />,
  sessions: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20" />,
  overview: <path d="M4 20V4m0 16h16M8 15l4-5 3 3 5-7" />,
  settings: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5" />,
  account: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />,
  back: <path d="m14 6-6 6 6 6" />,
  less: <path d="M5 12h14" />,
  more: <path d="M5 12h14M12 5v14" />,
  turn: <path d="M19 12a7 7 0 1 1-2.5-5.3M17 3v4h-4" />,
  contrast: <path d="M12 4a8 8 0 1 0 0 16V4ZM12 4a8 8 0 0 1 0 16" />,
  heat: (
    <path d="M12 21c3.5 0 6-2.4 6-5.8 0-3-2-4.7-3.1-6.7-.8-1.5-.8-3-.4-5.5-3 1-5.2 4-5 7.2-.8-.3-1.4-1-1.7-2C6.6 10 6 12.3 6 15.2 6 18.6 8.5 21 12 21Z" />
  ),
  whole: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
})
