import { useState } from 'preact/hooks'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import { Choice } from '../ui/form.tsx'
import { preferShade, type Shade } from '../ui/shade.ts'

/**
 * The choice lasts as long as the tab, so that nobody opens the console later and mistakes test sessions for live ones.
 */
const MODE_KEPT_AS = 'limen-console-mode'

const keptMode = (): Mode => (sessionStorage.getItem(MODE_KEPT_AS) === 'test' ? 'test' : 'live')

/** A link can name the mode. */
const modeHere = (): Mode | undefined =>
  new URLSearchParams(location.search).get('mode') === 'test' ? 'test' : undefined

export function useMode(): [Mode, (mode: Mode) => void] {
  const [mode, setMode] = useState<Mode>(() => modeHere() ?? keptMode())
  return [
    mode,
    (next) => {
      sessionStorage.setItem(MODE_KEPT_AS, next)
      setMode(next)
    },
  ]
}

interface ModeSwitchProps {
  mode: Mode
  setMode: (mode: Mode) => void
  /** The name of the radio group, if a page has the switch twice. */
  name?: string
}

/** Live or test: every list and figure shows one mode, never both. */
export function ModeSwitch({ mode, setMode, name = 'mode' }: ModeSwitchProps) {
  return <Switch legend="Sessions shown" name={name} options={MODES} value={mode} choose={setMode} />
}

const MODES = [
  ['live', 'Live'],
  ['test', 'Test'],
] as const

interface SwitchProps<Value extends string> {
  legend: string
  name: string
  options: readonly (readonly [value: Value, word: string])[]
  value: Value
  choose: (value: Value) => void
}

/** A choice of two or three options, side by side. */
export function Switch<Value extends string>({ legend, name, options, value, choose }: SwitchProps<Value>) {
  return (
    <fieldset class="modes">
      <legend class="hidden">{legend}</legend>
      {options.map(([option, word]) => (
        <label key={option}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => choose(option)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}

/** Stored in this browser, for anyone who uses it. */
const SHADE_KEPT_AS = 'limen.shade'

const keptShade = (): Shade | undefined => {
  const found = localStorage.getItem(SHADE_KEPT_AS)
  return found === 'light' || found === 'dark' ? found : undefined
}

/** Applies the stored theme before the first screen, so that the wrong one does not flash. */
export const applyShade = (): void => preferShade(keptShade())

/** Light, dark, or the device's own setting. */
export function ShadeSwitch() {
  const [shade, setShade] = useState(keptShade)
  const choose = (value: Shade | '') => {
    const next = value || undefined
    if (next) localStorage.setItem(SHADE_KEPT_AS, next)
    else localStorage.removeItem(SHADE_KEPT_AS)
    preferShade(next)
    setShade(next)
  }
  return <Choice<Shade | ''> class="shade" label="Theme" options={LOOKS} value={shade ?? ''} choose={choose} />
}

const LOOKS = [
  ['', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
