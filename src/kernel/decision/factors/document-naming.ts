import { isUnnamed } from '../../evidence/document/document.ts'
import { yesOrNo } from '../rule.ts'
import { type Factor, unknown } from './factor.ts'

/**
 * Does the document say who issued it? Evaluated only if it does not. Its values were then read without any rule of an
 * issuer: they neither approve nor reject anybody.
 */
export const documentNaming = {
  name: 'documentNaming',
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
