import { Type } from 'typebox'
import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { webAddress } from '../../kernel/tenants/setting-schemas.ts'
import { CHIP_SETTINGS } from '../../kernel/vocabulary.ts'

export const settings = {
  chip: tenantSetting({
    schema: words(CHIP_SETTINGS),
    fallbackText: 'optional (default)',
    section: 'proofs',
    meaning: 'Whether the chip of a document is accepted ([chip](chip.md)).',
    field: {
      label: 'Chip of the document',
      options: {
        off: 'not read',
        optional: 'optional: used if it is read',
        instead: 'instead of the picture of the document',
        required: 'required: anyone without one is referred to a reviewer',
      },
      order: 1,
    },
  }),
  // An https link of the app's own domain: any app may claim a scheme, and the fragment is ours.
  chipApp: tenantSetting({
    schema: Type.String({ ...webAddress.schema, maxLength: 500 }),
    must: 'must be an absolute https address of an app, without a fragment',
    isValid: (address) => webAddress.isValid(address) && !address.includes('#'),
    section: 'proofs',
    meaning: 'The link of the app that reads the chip, to which the hosted page leads.',
    field: {
      label: 'URL of your app that reads the chip (https)',
      isUrl: true,
      placeholder: 'https://app.example/read-chip',
      when: ({ chip }) => chip !== 'off',
      order: 1,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
