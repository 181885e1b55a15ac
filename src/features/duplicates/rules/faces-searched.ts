import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import { UNSEARCHED } from './duplicate-check.ts'

/** A session whose face was to be searched is never approved automatically if it was not. */
export const facesSearched: LiveRule = {
  name: 'facesSearched',
  place: 60,
  outcome: 'refer',
  applies: ({ duplicates }) => (duplicates?.facesUnsearched ? UNSEARCHED : undefined),
}
