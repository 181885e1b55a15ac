import type { Feature } from '../../kernel/feature.ts'
import { ageQuestion } from './age-question.ts'
import { ageFactors } from './rules/age.ts'
import { settings } from './settings.ts'

/** The flow `age`: a yes or no to "at least N years", and only the answer is kept. */
export const age: Feature = {
  name: 'age',
  factors: ageFactors,
  settings,
  sessionPart: ageQuestion,
}
