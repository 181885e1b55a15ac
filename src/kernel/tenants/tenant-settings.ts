import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { accept, type Result } from '../../formats/result.ts'
import { openSlot } from '../slot.ts'
import { kernelSettings } from './kernel-settings.ts'
import { demandOf, type TenantSetting, type TenantSettingList } from './setting.ts'
import { DEFAULT_SETTINGS, type TenantSettings } from './tenant.ts'

/** The settings that each feature adds. */
export const featureSettings = openSlot<TenantSettingList>('settings of tenants')

/** Every setting of a tenant. */
export const tenantSettings = (): TenantSettingList => Object.assign({}, kernelSettings, ...featureSettings.parts())

/**
 * Reads settings from JSON, fills in the defaults, and says in words what cannot be used. A stored setting of a feature
 * that is off stays as it is.
 */
export function readTenantSettings(
  json: object,
  retentionDays: number,
  stored: Partial<TenantSettings> = {},
): Result<TenantSettings, string> {
  const known = tenantSettings()
  const given = { ...DEFAULT_SETTINGS, retentionDays, ...json } as TenantSettings
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(known, name) ? known[name] : undefined
    if (!setting && Object.hasOwn(stored, name) && stored[name as keyof TenantSettings] === value) continue
    const problem = setting ? findProblem(setting, value) : 'is not a setting'
    if (problem) return { ok: false, refusal: `${name} ${problem}` }
  }
  return accept(given)
}

function findProblem(setting: TenantSetting, value: unknown): string | undefined {
  if (setting.findProblem) return setting.findProblem(value, fits)
  return fits(setting.schema, value) && (setting.isValid?.(value) ?? true) ? undefined : demandOf(setting)
}

const fits = (schema: TSchema, value: unknown): boolean => Value.Check(schema, value)
