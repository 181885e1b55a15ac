import type { FeatureWords } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: { returningPerson: { remedy: { words: 'The person needs an approved first enrolment' } } },
}
