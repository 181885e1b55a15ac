import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { SEAL_SETTINGS } from '../../kernel/vocabulary.ts'

export const settings = {
  seals: tenantSetting({
    schema: words(SEAL_SETTINGS),
    fallbackText: 'optional if an authority is trusted (default)',
    section: 'proofs',
    meaning: 'Whether signed barcodes are verified; `off` as long as no signer is trusted ([seals](seals.md)).',
    field: {
      label: 'Signed barcodes',
      options: {
        off: 'not verified',
        optional: 'verified if there is one',
        required: 'required: documents without one are referred to a reviewer',
      },
      order: 3,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
