import type { Static, TInteger, TSchema } from 'typebox'

/**
 * A setting of a tenant. Its type, its check, what the console shows and may change, its field in the form and its row
 * in docs/settings.md are derived from this.
 */
export interface TenantSetting<Schema extends TSchema = TSchema> {
  /** What is stored: the type with its range. */
  schema: Schema
  /** What a value must be, in words; derived from the schema of a flag, a choice or a number. */
  must?: string
  /** What a whole number counts. */
  unit?: string
  /** What the schema cannot say. */
  isValid?(value: Static<Schema>): boolean
  /** Says in words what is wrong, in place of the schema. */
  findProblem?(value: unknown, fits: Fits): string | undefined
  /** What a new tenant has, and one that was stored before the setting existed. */
  initial?: Static<Schema>
  /** What applies if it is not set. */
  fallback?: Static<Schema>
  /** The same in words if it depends on something else; also the option of a menu for no choice. */
  fallbackText?: string
  /** False if it is changed in another way than in the settings of the console. */
  inConsole?: false
  /** The section of the console's settings that shows it. */
  section: string
  /** The field in the form; `own` if the section has a part of its own for the setting. */
  field?: SettingField | 'own'
  /** A sentence for docs/settings.md. */
  meaning: string
}

type Fits = (schema: TSchema, value: unknown) => boolean

interface SettingField {
  label: string
  /** Fields of features go by this; those of the kernel come first. */
  order?: number
  /** The options of a menu: each possible value with its label. */
  options?: Readonly<Record<string, string>>
  placeholder?: string
  isUrl?: true
  isRequired?: true
  /** Shown only with these settings. */
  when?(settings: Readonly<Record<string, unknown>>): boolean
}

/** Keeps the exact type, so that the types of all settings can be derived from it. */
export const tenantSetting = <
  Schema extends TSchema,
  const Section extends string,
  Rest extends Omit<TenantSetting<Schema>, 'schema' | 'section'>,
>(
  setting: { schema: Schema; section: Section } & Rest & Demanded<Schema> & Shown,
): { schema: Schema; section: Section } & Rest => setting

/** A setting of the console has a place in it. */
type Shown = { field: SettingField | 'own' } | { inConsole: false }

/** The sentence for a wrong value, where it does not follow from the schema. */
type Demanded<Schema> = Schema extends TInteger
  ? { unit: string }
  : Static<Schema & TSchema> extends boolean | string | number
    ? unknown
    : { must: string } | { findProblem: NonNullable<TenantSetting['findProblem']> }

export type TenantSettingList = Readonly<Record<string, TenantSetting>>

/** The settings that every tenant has. */
export type InitialSettings<List> = {
  [Name in keyof List as List[Name] extends { initial: unknown } ? Name : never]: ValueOf<List[Name]>
}

/** Settings as they are stored. */
export type StoredSettings<List> = InitialSettings<List> & {
  [Name in keyof List as List[Name] extends { initial: unknown } ? never : Name]?: ValueOf<List[Name]>
}

/** The settings of the console as its interface shows them: with what applies if one is not set. */
export type ShownSettings<List> = {
  [Name in keyof List as IsShown<List[Name], true> extends true ? Name : never]: ShownValue<List[Name]>
} & {
  [Name in keyof List as IsShown<List[Name], false> extends true ? Name : never]?: ValueOf<List[Name]>
}

/** The settings of the console as a form changes them; an empty string or null removes one. */
export type SettingsDraft<List> = {
  [Name in keyof List as IsShown<List[Name], true> extends true ? Name : never]: ShownValue<List[Name]>
} & {
  [Name in keyof List as IsShown<List[Name], false> extends true ? Name : never]: ValueOf<List[Name]> extends string
    ? ValueOf<List[Name]> | ''
    : ValueOf<List[Name]> | null
}

/** Whether a setting is one of the console, and always shown with a value or not. */
type IsShown<Setting, Always extends boolean> = Setting extends { inConsole: false }
  ? false
  : Setting extends { initial: unknown } | { fallback: unknown }
    ? Always
    : Always extends true
      ? false
      : true

type ValueOf<Setting> = Setting extends { schema: infer Schema extends TSchema } ? Static<Schema> : never

type ShownValue<Setting> = Setting extends { fallback: infer Fallback }
  ? ValueOf<Setting> &
      (Fallback extends readonly unknown[] | string | number | boolean
        ? unknown
        : Required<Pick<ValueOf<Setting>, keyof Fallback & keyof ValueOf<Setting>>>)
  : ValueOf<Setting>

/** What a value must be, in words that follow the name of the setting. */
export function demandOf({ schema, must, unit = '' }: TenantSetting): string {
  if (must) return must
  const { type, enum: choices, minimum, maximum } = partsOf(schema)
  if (choices) return `must be one of ${choices.join(', ')}`
  if (type === 'boolean') return 'must be true or false'
  return `must be a whole number of ${unit} from ${minimum} to ${maximum}`
}

interface SchemaParts {
  type?: string
  enum?: readonly (string | number)[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** The parts of a schema that a form or a table shows. */
export const partsOf = (schema: TSchema): SchemaParts => schema as SchemaParts
