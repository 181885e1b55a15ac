import { type Factor, unknown } from '../../../kernel/decision/factors/factor.ts'
import { yesOrNo } from '../../../kernel/decision/rule.ts'
import { lacksPortrait } from '../../../kernel/evidence/document/document.ts'

/**
 * Does the document show whose it is? Evaluated only if no portrait was found on its front: nobody can then be compared
 * with it by a machine, so it neither approves nor rejects anybody.
 */
export const documentPortrait = {
  name: 'documentPortrait',
  place: 150,
  question: 'Does the document show a portrait?',
  defaultRule: { ...yesOrNo, weight: 0 },
  binding: true,
  find: ({ document }) =>
    document?.pages.some(lacksPortrait)
      ? unknown('No portrait was found on the front of the document, twice: a reviewer decides.')
      : undefined,
} as const satisfies Factor
