import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    duplicateCheck: {
      name: 'Face or document of another session',
      cause: 'Face or document of another session',
      unread: 'Earlier sessions not searched',
      remedy: { words: 'Decide whether a second session of the same person matters', path: 'settings/policy' },
    },
    facesSearched: {
      cause: 'Faces not searched yet',
      remedy: { words: 'Nothing to configure: after a start, faces are loaded for a few minutes' },
    },
  },
}
