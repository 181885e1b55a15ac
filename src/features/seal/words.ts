import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    sealAuthenticity: { remedy: { words: 'Trust the signer of the barcode', path: 'settings/trust' } },
    sealUnaltered: { cause: 'Signed barcode altered' },
  },
}
