import { useState } from 'preact/hooks'
import type { TenantView } from '../../contract/console-settings.ts'
import { readableOn } from '../../web/theme.ts'
import { Failed, Loading } from '../parts.tsx'
import { changeTenant } from './api.ts'
import { TenantChoice, useTenant } from './tenant-choice.tsx'
import { useAct } from './use-act.ts'

/** The look of the hosted page, with a preview, and how long data is kept. */
export function Page() {
  const choice = useTenant()
  const { tenants, tenant } = choice
  return (
    <section class="panel" aria-label="Hosted page and retention">
      <TenantChoice {...choice} />
      {tenants.problem !== undefined && <Failed problem={tenants.problem} again={tenants.again} />}
      {!tenants.value && tenants.problem === undefined && <Loading what="tenants" />}
      {tenant && <PageForm key={tenant.id} tenant={tenant} saved={tenants.again} />}
    </section>
  )
}

const FONTS = ['system', 'serif', 'rounded'] as const
const OWN_ACCENT = '#1b4fd8'

function PageForm({ tenant, saved }: { tenant: TenantView; saved: () => void }) {
  const [theme, setTheme] = useState(tenant.theme)
  const [days, setDays] = useState(tenant.retentionDays)
  const [said, say] = useState('')
  const { busy, problem, act } = useAct()
  const set = (change: Partial<TenantView['theme']>) => setTheme((before) => ({ ...before, ...change }))

  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void act(async () => {
      await changeTenant(tenant.id, { theme: withoutEmpty(theme), retentionDays: days })
      say('Saved. New sessions show it at once.')
      saved()
    })
  }
  const takeLogo = async (file: File | undefined) => {
    if (file) set({ logo: await dataUrl(file) })
  }
  return (
    <div class="policy">
      <form class="stack" onSubmit={save}>
        <label>
          Who asks, as the person knows you
          <input
            maxLength={80}
            value={theme.name ?? ''}
            onInput={(event) => set({ name: event.currentTarget.value })}
          />
        </label>
        <label>
          Logo, PNG, JPEG or WebP, at most 140 kB
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => takeLogo(event.currentTarget.files?.[0])}
          />
        </label>
        <label>
          Colour
          <input
            type="color"
            value={theme.accent ?? OWN_ACCENT}
            onInput={(event) => set({ accent: event.currentTarget.value })}
          />
        </label>
        <label>
          Corner radius, pixels
          <input
            type="number"
            min={0}
            max={24}
            value={theme.radius ?? 12}
            onInput={(event) => set({ radius: event.currentTarget.valueAsNumber })}
          />
        </label>
        <label>
          Letters
          <select
            value={theme.font ?? 'system'}
            onChange={(event) => set({ font: FONTS.find((font) => font === event.currentTarget.value) ?? 'system' })}
          >
            {FONTS.map((font) => (
              <option key={font}>{font}</option>
            ))}
          </select>
        </label>
        <label>
          Days that data is kept after the decision
          <input
            type="number"
            min={1}
            max={3650}
            required
            value={days}
            onInput={(event) => setDays(event.currentTarget.valueAsNumber)}
          />
        </label>
        <div class="choices">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
          <span role="status">{said}</span>
        </div>
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
      </form>
      <Preview name={theme.name || tenant.name} theme={theme} days={days} />
    </div>
  )
}

/** The first screen of the hosted page with this theme: the same tokens, in small. */
function Preview({ name, theme, days }: { name: string; theme: TenantView['theme']; days: number }) {
  const accent = theme.accent ?? OWN_ACCENT
  const families = {
    system: 'system-ui, sans-serif',
    serif: 'ui-serif, Georgia, serif',
    rounded: 'ui-rounded, system-ui',
  }
  return (
    <figure class="preview">
      <figcaption class="soft small">Preview</figcaption>
      <div style={{ borderRadius: `${(theme.radius ?? 12) * 2}px`, fontFamily: families[theme.font ?? 'system'] }}>
        {theme.logo ? <img src={theme.logo} alt={`Logo of ${name}`} /> : <p class="strong">{name}</p>}
        <p class="title">Confirm who you are</p>
        <p class="soft">Have your identity document at hand. It takes about two minutes.</p>
        <p class="soft small">Your data is kept for {days} days.</p>
        <span class="start" style={{ background: accent, color: theme.accentInk ?? readableOn(accent) }}>
          Start
        </span>
      </div>
    </figure>
  )
}

const withoutEmpty = (theme: TenantView['theme']): TenantView['theme'] =>
  Object.fromEntries(Object.entries(theme).filter(([, value]) => value !== '')) as TenantView['theme']

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
