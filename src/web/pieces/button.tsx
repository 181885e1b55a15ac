import type { ComponentChildren } from 'preact'
import type { Texts } from '../../ui/languages.ts'
import { useSpeech } from './speech.tsx'

interface ButtonProps {
  look: 'primary' | 'secondary' | 'quiet' | 'quiet back' | 'tool'
  says: keyof Texts
  /** Without it there is no button: what cannot be done is not offered. */
  act: (() => void) | undefined
  disabled?: boolean | undefined
  /** Of what is switched on and off. */
  pressed?: boolean
  /** Before the words. */
  children?: ComponentChildren
}

/** A button with one of the page's sentences on it. */
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
