import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { WALLET_SETTINGS, WITHOUT_PORTRAIT } from '../../kernel/vocabulary.ts'

export const settings = {
  wallet: tenantSetting({
    schema: words(WALLET_SETTINGS),
    fallbackText: 'off (default)',
    section: 'proofs',
    meaning: 'Whether a wallet’s credential is accepted ([wallets](wallets.md)).',
    field: {
      label: 'Credential in a wallet',
      options: {
        off: 'not asked for',
        optional: 'optional, in addition to the document',
        instead: 'instead of the document; anyone without one takes pictures of the document',
      },
      order: 2,
    },
  }),
  walletWithoutPortrait: tenantSetting({
    schema: words(WITHOUT_PORTRAIT),
    fallbackText: 'is referred to a reviewer (default)',
    section: 'proofs',
    meaning: 'What happens with a credential without a portrait that replaces a document.',
    field: {
      label: 'A credential without a portrait',
      options: { refer: 'is referred to a reviewer', accept: 'is accepted without comparing faces' },
      when: ({ wallet }) => wallet === 'instead',
      order: 2,
    },
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
