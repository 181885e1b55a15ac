import { type ComparedPair, compareProofs, inWords } from '../compare-proofs.ts'
import type { Proof } from '../proof.ts'
import { proofsOf } from '../proofs.ts'
import { comparison } from './cross-check.ts'
import { type Factor, scored, unknown } from './factor.ts'

/**
 * Are all proofs about one person? It has a finding only if they are not, or if that cannot be determined. Its own rule
 * is the only one: proofs of two people are not mixed into one approval under any policy.
 */
export const proofConsistency = {
  name: 'proofConsistency',
  place: 160,
  question: 'Are all proofs of the session about the same person?',
  // It only ever counts against a session, so it must not raise the mean of the others: it has no weight.
  defaultRule: { ...comparison, weight: 0 },
  fixed: true,
  against: () => [{ code: 'CONTRADICTION' }],
  find(evidence) {
    const pairs = compareProofs(proofsOf(evidence))
    const found = [...pairs.filter(contradicts).map(inWords), ...(evidence.person?.contradictions ?? [])]
    if (found.length > 0) {
      const used = Object.fromEntries(found.map(({ between, differing }) => [between, differing.join(', ')]))
      const reason = found
        .map(({ between, differing }) => `The ${between} differ in ${differing.join(', ')}.`)
        .join(' ')
      return scored(pairs.some(isCertain) ? 0 : ONE_DIFFERS, reason, used)
    }
    const apart = notCompared(pairs)
    return apart === undefined ? undefined : unknown(`The ${apart} could not be compared: too little of them was read.`)
  },
} as const satisfies Factor

/** Below the HIGH of a comparison and above its LOW: a person looks. */
const ONE_DIFFERS = 60

/** In one document one value may be misread, which the cross checks consider; two do not differ by chance. */
const contradicts = ({ between: [one, other], differing }: ComparedPair): boolean =>
  differing.length > (one.thing === other.thing ? 1 : 0)

/**
 * Two issuers signed values that differ in more than one way: nothing was misread, and no change of name explains it.
 */
const isCertain = ({ between: [one, other], differing }: ComparedPair): boolean =>
  differing.length > 1 && one.isSigned === true && other.isSigned === true

/**
 * What a document says and what was signed must share a name or a date: what was not compared was not seen to agree.
 */
function notCompared(pairs: readonly ComparedPair[]): string | undefined {
  const isCompared = new Map<string, boolean>()
  for (const {
    between: [one, other],
    agreeing,
  } of pairs) {
    if (one.thing === other.thing || !statesPerson(one) || !statesPerson(other)) continue
    const things = `${one.thing} and the ${other.thing}`
    const agrees = agreeing.some((what) => what !== 'portrait')
    isCompared.set(things, agrees || isCompared.get(things) === true)
  }
  return [...isCompared].find(([, compared]) => !compared)?.[0]
}

const statesPerson = ({ thing, isSigned }: Proof): boolean => thing === 'document' || isSigned === true
