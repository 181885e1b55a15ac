import { useState } from 'preact/hooks'
import type { Mode } from '../contract/console/console-mode.ts'

/** The choice lasts as long as the tab, so that nobody opens the console and takes trials for the real thing. */
const KEPT_AS = 'limen-console-mode'

const kept = (): Mode => (sessionStorage.getItem(KEPT_AS) === 'test' ? 'test' : 'live')

/** An address that somebody was sent may say which. */
const modeHere = (): Mode | undefined =>
  new URLSearchParams(location.search).get('mode') === 'test' ? 'test' : undefined

export function useMode(): [Mode, (mode: Mode) => void] {
  const [mode, setMode] = useState<Mode>(() => modeHere() ?? kept())
  return [
    mode,
    (next) => {
      sessionStorage.setItem(KEPT_AS, next)
      setMode(next)
    },
  ]
}

interface ModeSwitchProps {
  mode: Mode
  setMode: (mode: Mode) => void
  /** Of the radio group, where a page has it twice. */
  name?: string
}

/** Live or test: every list and figure shows one of them, never both. */
export function ModeSwitch({ mode, setMode, name = 'mode' }: ModeSwitchProps) {
  const choice = (value: Mode, word: string) => (
    <label>
      <input type="radio" name={name} value={value} checked={mode === value} onChange={() => setMode(value)} />
      {word}
    </label>
  )
  return (
    <fieldset class="modes">
      <legend class="hidden">Sessions shown</legend>
      {choice('live', 'Live')}
      {choice('test', 'Test')}
    </fieldset>
  )
}
