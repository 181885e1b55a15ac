import {
  type Factor,
  type FactorsByName,
  scored,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { cautious } from '../../../kernel/decision/rule.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof watchlistFactors> {}
}

/** May the person be on one of the operator's lists? Asked only if the tenant's setting asks for it. */
export const watchlist = {
  name: 'watchlist',
  place: 260,
  question: 'Is the person absent from the lists that they are compared with?',
  agreement: 'not on any list',
  // A hit means that a reviewer has to look, and never rejects: 100 without a hit, 50 with one, and the limits lie
  // between.
  defaultRule: { ...cautious, high: 75, medium: 25, weight: 1, onLow: 'refer', onUnavailable: 'refer' },
  against: () => [{ code: 'LIST_HIT' }],
  find({ watchlist: found, steps, person }) {
    if (!found) return undefined
    if (!steps.includes('document') && !person)
      return unavailable('flow', 'The flow asks for no document that states who the person is.')
    const { lists, hits, notCompared, changed } = found
    if (changed) return unknown('The lists were changed in the database: the person was not compared with them.')
    if (!lists.length) return unavailable('reference', 'There is no list to compare the person with.')
    if (notCompared) return unknown('The person could not be compared with the lists.')
    const open = hits.filter(({ dismissed }) => !dismissed)
    const [best] = open
    const used = {
      lists: lists.map(({ name, version }) => `${name} ${version}`).join(', '),
      hits: open.length,
      dismissed: hits.length - open.length,
      ...(best && { bestScore: Math.floor(best.match.score * 100) }),
    }
    if (!best) return scored(100, 'The person is not on any of the lists.', used)
    const where = [...new Set(open.map(({ list }) => list))].join(', ')
    return scored(HIT_SCORE, `The person may be on the lists: ${where}.`, used)
  },
} as const satisfies Factor

const HIT_SCORE = 50

export const watchlistFactors = [watchlist] as const satisfies Factor[]
