import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { MINORS_ACCEPTED } from '../../kernel/vocabulary.ts'

export const settings = {
  minorsAccepted: tenantSetting({
    schema: words(MINORS_ACCEPTED),
    fallback: MINORS_ACCEPTED[0],
    section: 'asked',
    meaning: 'The share of people just below an age limit who may be accepted as old enough.',
    field: {
      label: 'Underage people wrongly accepted',
      options: Object.fromEntries(MINORS_ACCEPTED.map((share) => [share, share])),
      order: 3,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
