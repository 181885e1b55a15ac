import type { ComponentChildren } from 'preact'
import { Icon } from './drawings.tsx'

interface NoteProps {
  icon?: 'warn' | 'camera'
  /** An alert interrupts a screen reader, a status waits; what was there from the start is neither. */
  role?: 'alert' | 'status'
  children: ComponentChildren
}

/** A highlighted sentence. */
export function Note({ icon = 'warn', role, children }: NoteProps) {
  return (
    <div class="note" role={role}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
