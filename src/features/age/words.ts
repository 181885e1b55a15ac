import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    ageVerification: {
      name: 'Age',
      cause: 'Age',
      remedy: { words: 'Ask for a document with a date of birth', path: 'settings/asked' },
    },
  },
}
