import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { CaseView } from '../contract/console/console-case.ts'
import { Dot } from '../ui/states.tsx'
import { STATUS_WORDS } from './words.ts'

export function StatusWord({ status }: { status: CaseView['status'] }) {
  const { word, tone } = STATUS_WORDS[status]
  return <Dot tone={tone}>{word}</Dot>
}

/** Marks a trial. That a session is live says itself. */
export function ModeBadge({ mode }: Pick<CaseView, 'mode'>) {
  return mode === 'test' ? <span class="badge">TEST</span> : null
}

/** Marks an entry of the audit log that the service did not write. */
export function Forged() {
  return (
    <span class="badge bad" title="This was changed outside the service: its integrity check failed.">
      FORGED
    </span>
  )
}

/** The heading of a screen; it takes the focus when the screen opens, so that it is spoken. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** A session as a link, by the first characters of its id; within a list it keeps the list's filter. */
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
