import { type TProperties, type TSchema, Type } from 'typebox'
import { ref } from '../../contract/schema.ts'
import type { FeatureSettings } from '../../feature-types.ts'
import { Theme } from '../../session/contract/enrolment-state.ts'
import type { kernelSettings } from '../kernel-settings.ts'
import {
  partsOf,
  type SettingsDraft,
  type ShownSettings,
  type TenantSetting,
  type TenantSettingList,
} from '../setting.ts'
import type { TenantSettings } from '../tenant.ts'

type All = typeof kernelSettings & FeatureSettings
type Reviewing = { [Name in keyof All as All[Name] extends { section: 'reviewing' } ? Name : never]: All[Name] }

/** How a tenant wants its cases reviewed. */
export type ReviewSettings = ShownSettings<Reviewing>

/** A tenant with the settings that admins can change in the console. */
export type TenantView = { id: string; name: string; review: ReviewSettings; theme: Theme } & ShownSettings<
  Omit<All, keyof Reviewing>
>

/** A tenant's settings as the form changes them; an empty string or null removes a setting. */
export type TenantDraft = SettingsDraft<All> & { name: string; theme: Theme }

export function tenantViewSchema(settings: TenantSettingList) {
  const [reviewing, others] = splitReviewing(settings)
  return Type.Unsafe<TenantView>(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      review: Type.Object(shownSchemas(reviewing)),
      ...shownSchemas(others),
      theme: ref(Theme),
    }),
  )
}

interface TenantParts {
  id: string
  name: string
  settings: TenantSettings
}

export function presentTenant({ id, name, settings }: TenantParts, known: TenantSettingList): TenantView {
  const [reviewing, others] = splitReviewing(known)
  const review = shownValues(settings, reviewing)
  const shown = shownValues(settings, others)
  return { ...shown, id, name, review, theme: settings.themes?.default ?? {} } as TenantView
}

type Named = readonly (readonly [name: string, setting: TenantSetting])[]

function splitReviewing(settings: TenantSettingList): readonly [reviewing: Named, others: Named] {
  const shown = Object.entries(settings).filter(([, { inConsole }]) => inConsole !== false)
  const isReviewing = ([, { section }]: Named[number]) => section === 'reviewing'
  return [shown.filter(isReviewing), shown.filter((each) => !isReviewing(each))]
}

const shownSchemas = (settings: Named): TProperties =>
  Object.fromEntries(
    settings.map(([name, setting]) => [name, isOptional(setting) ? Type.Optional(setting.schema) : setting.schema]),
  )

function shownValues(stored: object, settings: Named): object {
  const entries = settings.map(([name, { fallback }]) => {
    const value: unknown = stored[name as keyof typeof stored]
    return [name, isParts(fallback) ? { ...fallback, ...(value as object | undefined) } : (value ?? fallback)]
  })
  return Object.fromEntries(entries)
}

const isParts = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Whether the setting may be absent. */
const isOptional = ({ initial, fallback }: TenantSetting): boolean => initial === undefined && fallback === undefined

/** What the action looks at, so that it can say in words what is wrong: here only its size is limited. */
const plain = [{ type: 'string', maxLength: 10_000 }, ...['number', 'boolean', 'null'].map((type) => ({ type }))]
const named = (values: object, most: number) => ({
  type: 'object',
  maxProperties: most,
  propertyNames: { maxLength: 1_000 },
  additionalProperties: values,
})
const list = { type: 'array', maxItems: 1_000, items: { anyOf: plain } }
const loose = { anyOf: [...plain, list, named({ anyOf: [...plain, list] }, 1_000)] }

/** A change of a tenant: the action says in words what is wrong with a setting. */
export function tenantChangeSchema(settings: TenantSettingList) {
  const changed = Object.entries(settings)
    .filter(([, { inConsole }]) => inConsole !== false)
    .map(([name, setting]) => [name, Type.Optional(changedSchema(setting))])
  return Type.Unsafe<{ name?: string; theme?: Theme; [setting: string]: unknown }>(
    Type.Object(
      {
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
        ...(Object.fromEntries(changed) as TProperties),
        theme: Type.Optional(ref(Theme)),
      },
      { additionalProperties: false },
    ),
  )
}

const MOST_ITEMS = 50
const LONGEST_WORD = 20
const LONGEST_ADDRESS = 2048

function changedSchema(setting: TenantSetting): TSchema {
  const { type, enum: choices, minimum, maximum, maxLength, maxItems } = partsOf(setting.schema)
  if (type === 'boolean') return Type.Boolean()
  if (type === 'string') return Type.String({ maxLength: choices ? LONGEST_WORD : (maxLength ?? LONGEST_ADDRESS) })
  const value =
    type === 'integer'
      ? Type.Integer({ ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) })
      : type === 'array'
        ? Type.Unsafe<unknown[]>({ type, maxItems: maxItems ?? MOST_ITEMS, items: loose })
        : Type.Unsafe<object>(named(loose, 1_000))
  return isOptional(setting) ? Type.Union([value, Type.Null()]) : value
}
