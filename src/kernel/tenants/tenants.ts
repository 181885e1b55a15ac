import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { LOCALES } from '../session/session-words.ts'
import { PAGE_TEXTS, type PageText, type PageTexts } from './contract/page-texts.ts'
import type { ThemeSettings } from './kernel-settings.ts'
import { readTenantSettings } from './tenant-settings.ts'

interface TenantChange {
  name?: string | undefined
  /** Settings by name, each replacing the earlier value; null removes one. */
  settings?: object
  /** How the hosted page looks unless `initialize` names another theme. */
  theme?: ThemeSettings | undefined
}

interface BadSettings {
  ok: false
  refusal: 'BAD_SETTINGS'
  /** What cannot be used, in words. */
  problem: string
}

/** Changes a tenant's name or settings; what is not named stays. */
export async function changeTenant(
  { tenants, clock }: Pick<Ports, 'tenants' | 'clock'>,
  id: string,
  { name, settings = {}, theme }: TenantChange,
  actor: string,
): Promise<Result<Tenant, 'NOT_FOUND'> | BadSettings> {
  const tenant = await tenants.load(id)
  if (!tenant) return refuse('NOT_FOUND')

  const read = readChange(tenant, { settings, theme })
  if (!read.ok) return { ok: false, refusal: 'BAD_SETTINGS', problem: read.refusal }

  const changed: Tenant = { id, name: name ?? tenant.name, settings: read.value }
  const names = [...(name === undefined ? [] : ['name']), ...Object.keys(settings), ...(theme ? ['theme'] : [])]
  const texts = listChangedTexts(tenant.settings.texts, read.value.texts)
  const detail = { changed: names.join(', '), ...(texts && { texts }) }
  await tenants.save(changed, { at: clock(), tenant: id, actor, action: 'tenant.change', detail })
  return accept(changed)
}

/** Why such a change would be refused, in words; nothing is changed. Undefined when it would be accepted. */
export async function checkTenantChange(
  { tenants }: Pick<Ports, 'tenants'>,
  id: string,
  change: TenantChange,
): Promise<Result<string | undefined, 'NOT_FOUND'>> {
  const tenant = await tenants.load(id)
  if (!tenant) return refuse('NOT_FOUND')
  const read = readChange(tenant, change)
  return accept(read.ok ? undefined : read.refusal)
}

function readChange({ settings: before }: Tenant, { settings = {}, theme }: TenantChange) {
  const themes = theme && { themes: { ...before.themes, default: theme } }
  const wanted = Object.entries({ ...before, ...settings, ...themes }).filter(([, value]) => value !== null)
  return readTenantSettings(Object.fromEntries(wanted), before.retentionDays, before)
}

/** Beyond this many, only their number is reported. */
const MOST_NAMED = 20

/** Which texts were reworded or reset, as `en-US.start`: the words themselves are in the settings. */
function listChangedTexts(before: PageTexts = {}, after: PageTexts = {}): string {
  const names = LOCALES.flatMap((locale) =>
    Object.keys(PAGE_TEXTS)
      .filter((key) => before[locale]?.[key as PageText] !== after[locale]?.[key as PageText])
      .map((key) => `${locale}.${key}`),
  )
  const rest = names.length - MOST_NAMED
  return [...names.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

type Needs = Pick<Ports, 'tenants' | 'clock'>

interface NewTenant {
  id: string
  name: string
  retentionDays: number
  actor: string
}

/** Creates a tenant, with the settings that most integrators want. */
export async function createTenant(
  { tenants, clock }: Needs,
  { id, name, retentionDays, actor }: NewTenant,
): Promise<Result<Tenant, 'ID_IN_USE'>> {
  const settings = readTenantSettings({}, retentionDays)
  if (!settings.ok) throw new Error(settings.refusal)
  const tenant = { id, name, settings: { ...settings.value, ...(id !== DEFAULT && { webhookSecret: OWN_SECRET }) } }
  const isNew = await tenants.create(tenant, { at: clock(), tenant: id, actor, action: 'tenant.create' })
  return isNew ? accept(tenant) : refuse('ID_IN_USE')
}

const DEFAULT = 'default'
/**
 * The first key of its own: with the installation's key one tenant could sign as another. Only the default tenant has
 * that one.
 */
const OWN_SECRET = { generation: 1 }

/** The tenant of an installation that has only one. */
export async function ensureDefaultTenant(ports: Needs, retentionDays: number): Promise<void> {
  if (await ports.tenants.load(DEFAULT)) return
  await createTenant(ports, { id: DEFAULT, name: 'Default', retentionDays, actor: 'system' })
}
