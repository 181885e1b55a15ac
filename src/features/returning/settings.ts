import { Type } from 'typebox'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { STRANGERS, type Strangers } from '../../kernel/vocabulary.ts'

export const settings = {
  keepsFaces: tenantSetting({
    schema: Type.Boolean(),
    fallback: false,
    section: 'page',
    meaning: 'Whether people are asked if their face may be kept to recognise them when they come back.',
    field: {
      label: 'Also ask, separately, whether the face may be kept to recognize the person later',
      order: 1,
    },
  }),
  strangers: tenantSetting({
    schema: Type.Unsafe<Strangers>({ type: 'integer', enum: [...STRANGERS] }),
    fallback: STRANGERS[0],
    section: 'asked',
    meaning: 'How many strangers there are per one who is mistaken for a returning person.',
    field: {
      label: 'False-match rate for returning people',
      options: Object.fromEntries(STRANGERS.map((count) => [count, `1 in ${count.toLocaleString('en')}`])),
      order: 2,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
