import type { Feature } from '../../kernel/feature.ts'
import { ageQuestion } from './age-question.ts'
import { settings } from './settings.ts'

/** The flow `age`: a yes or no to "at least N years", and only the answer is kept. */
export const age: Feature = {
  name: 'age',
  settings,
  sessionPart: ageQuestion,
}
