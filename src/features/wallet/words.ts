import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    credentialAuthenticity: { remedy: { words: 'Trust the issuer of the credential', path: 'settings/trust' } },
    credentialGenuine: { cause: 'Credential not genuine' },
  },
  actors: { wallet: 'Their wallet' },
}
