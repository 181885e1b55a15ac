import type { TenantView } from '../../../contract/console/console-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/fields.tsx'
import { dataUrlOf } from '../../../ui/read-file.ts'

type Theme = TenantView['theme']

const FONTS = ['system', 'serif', 'rounded'] as const
const OWN_ACCENT = '#1b4fd8'

/** The few things about the look that a tenant chooses. */
export function ThemeFields({ theme, set }: { theme: Theme; set(change: Partial<Theme>): void }) {
  const takeLogo = async (file: File | undefined) => {
    if (file) set({ logo: await dataUrlOf(file) })
  }
  return (
    <fieldset>
      <legend>Theme</legend>
      <Field
        label="Your name, as people know it"
        maxLength={80}
        value={theme.name ?? ''}
        write={(name) => set({ name })}
      />
      <label>
        Logo, PNG, JPEG or WebP, at most 140 kB
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => takeLogo(event.currentTarget.files?.[0])}
        />
      </label>
      {theme.logo ? <Button class="small-button" word="Remove the logo" act={() => set({ logo: '' })} /> : null}
      <div class="choices">
        <Field
          label="Colour"
          width="narrow"
          type="color"
          value={theme.accent ?? OWN_ACCENT}
          write={(accent) => set({ accent })}
        />
        <Field
          label="Corner radius, pixels"
          width="narrow"
          type="number"
          min={0}
          max={24}
          value={theme.radius ?? 12}
          write={(radius) => set({ radius: Number(radius) })}
        />
        <Choice
          class="narrow"
          label="Font"
          options={FONTS.map((font) => [font, font])}
          value={theme.font ?? 'system'}
          choose={(font) => set({ font })}
        />
      </div>
    </fieldset>
  )
}
