import type { ComponentChildren } from 'preact'
import type { Texts } from '../../../kernel/texts/languages.ts'
import { useSpeech } from './speech.tsx'

interface ButtonProps {
  look: 'primary' | 'secondary' | 'quiet' | 'quiet back' | 'tool'
  says: keyof Texts
  /** Without it there is no button: an action that is not possible is not offered. */
  act: (() => void) | undefined
  disabled?: boolean | undefined
  /** The state of a toggle button. */
  pressed?: boolean
  /** Shown before the label. */
  children?: ComponentChildren
}

/** A button labeled with one of the page's sentences. */
export function Button({ look, says, act, disabled, pressed, children }: ButtonProps) {
  const { say } = useSpeech()
  if (!act) return null
  return (
    <button type="button" class={look} disabled={disabled} aria-pressed={pressed} onClick={() => act()}>
      {children}
      {say(says)}
    </button>
  )
}
