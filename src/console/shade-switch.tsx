import { useState } from 'preact/hooks'
import { Choice } from '../ui/choice.tsx'
import { preferShade, type Shade } from '../ui/shade.ts'

/** In this browser, for whoever sits at it. */
const KEPT_AS = 'limen.shade'

const kept = (): Shade | undefined => {
  const found = localStorage.getItem(KEPT_AS)
  return found === 'light' || found === 'dark' ? found : undefined
}

/** Shows the page as it was chosen last time; before the first screen, so that none flashes. */
export const applyShade = (): void => preferShade(kept())

/** Light, dark, or as the device has it. */
export function ShadeSwitch() {
  const [shade, setShade] = useState(kept)
  const choose = (value: Shade | '') => {
    const next = value || undefined
    if (next) localStorage.setItem(KEPT_AS, next)
    else localStorage.removeItem(KEPT_AS)
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
