import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    watchlist: {
      name: 'Lists',
      cause: 'Possible hit in a list',
      remedy: { words: 'Raise the score that counts as a hit, or use fewer lists', path: 'settings/screening' },
    },
  },
}
