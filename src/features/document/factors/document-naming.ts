import { type Factor, unknown } from '../../../kernel/decision/factors/factor.ts'
import { yesOrNo } from '../../../kernel/decision/rule.ts'
import { isUnnamed } from '../../../kernel/evidence/document/document.ts'

/**
 * Does the document say who issued it? Evaluated only if it does not. Its values were then read without any rule of an
 * issuer: they neither approve nor reject anybody.
 */
export const documentNaming = {
  name: 'documentNaming',
  place: 140,
  question: 'Does the document say who issued it?',
  defaultRule: { ...yesOrNo, weight: 0 },
  binding: true,
  find({ document }) {
    const unnamed = document?.pages.filter(isUnnamed).map(({ side }) => side) ?? []
    if (!unnamed.length) return undefined
    return unknown('It looks like an identity document, but nothing on it says who issued it: a reviewer decides.', {
      pages: unnamed.join(' '),
    })
  },
} as const satisfies Factor
