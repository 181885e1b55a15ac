import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    faceVerification: { name: 'Same face', cause: 'Faces differ', unread: 'Faces not compared' },
    passiveLiveness: { name: 'Liveness', cause: 'Liveness in doubt', unread: 'Liveness not confirmed' },
    portraitCompared: {
      cause: 'No portrait to compare',
      remedy: {
        words: 'Ask wallets for the portrait, or accept credentials without one',
        path: 'settings/proofs',
      },
    },
  },
}
