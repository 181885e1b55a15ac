import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    chipAuthenticity: { remedy: { words: 'Import the country’s master list', path: 'settings/trust' } },
    chipCrossCheck: { name: 'Document and chip', cause: 'Document and chip differ', unread: 'Chip not compared' },
    chipUnaltered: { cause: 'Chip altered' },
  },
}
