import { Type } from 'typebox'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { strict } from '../../kernel/tenants/setting-schemas.ts'
import { DEFAULT_THRESHOLD, isListName } from '../../kernel/tenants/tenant.ts'

const MOST_LISTS = 100

export const settings = {
  screening: tenantSetting({
    schema: Type.Object(
      {
        enabled: Type.Boolean(),
        /** The names of lists; absent or empty: all that were imported. */
        lists: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_LISTS })),
        /** The lowest score that counts as a hit; absent is the measured one. */
        threshold: Type.Optional(Type.Integer({ minimum: 50, maximum: 100 })),
      },
      strict,
    ),
    must: 'must be {"enabled": true or false}, and optionally "lists" by name and a "threshold" from 50 to 100',
    isValid: ({ lists = [] }) => lists.every(isListName),
    fallback: { enabled: false, lists: [], threshold: DEFAULT_THRESHOLD },
    section: 'screening',
    meaning: 'Whether people are compared with lists, with which, and how strictly ([screening](screening.md)).',
    field: 'own',
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
