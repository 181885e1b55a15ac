import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { CHALLENGE_SETTINGS } from '../../kernel/vocabulary.ts'

export const settings = {
  challenge: tenantSetting({
    schema: words(CHALLENGE_SETTINGS),
    fallbackText: 'always in live mode, off in test mode',
    section: 'asked',
    meaning: 'When the face step asks for a challenge.',
    field: {
      label: 'Challenge with the selfie',
      options: Object.fromEntries(CHALLENGE_SETTINGS.map((setting) => [setting, setting])),
      order: 1,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
