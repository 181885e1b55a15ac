import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = { factors: { challengePassed: { cause: 'Challenge not passed' } } }
