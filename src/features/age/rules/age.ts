import {
  type Evidence,
  type Factor,
  type FactorsByName,
  isList,
  scored,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { proofsOf } from '../../../kernel/decision/proofs.ts'
import { yesOrNo } from '../../../kernel/decision/rule.ts'
import { statedDates } from '../../../kernel/evidence/document/view.ts'
import { judgeEstimate, NO_MARGIN, YES_MARGIN } from '../domain/age.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof ageFactors> {}
}

/** Is the holder old enough? */
export const ageVerification = {
  name: 'ageVerification',
  place: 170,
  question: 'Is the holder old enough?',
  agreement: 'the holder is old enough',
  defaultRule: { ...yesOrNo, weight: 1 },
  find(evidence, { minimumAge }) {
    if (minimumAge === undefined) return undefined
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const holder = ageByDocument(evidence)
    if (!holder) return unknown('No date of birth could be read.', { minimumAge })
    const { age } = holder
    const used = { ...holder, minimumAge }
    return age >= minimumAge
      ? scored(100, `The holder is ${age}, at least ${minimumAge}.`, used)
      : scored(0, `The holder is ${age}, younger than ${minimumAge}.`, used)
  },
} as const satisfies Factor

/**
 * Is this person old enough? Asked only in the flow `age`: decided by the selfie outside the margin, and by the
 * document within it.
 */
const minimumAge = {
  name: 'minimumAge',
  place: 270,
  question: 'Is this person old enough?',
  // The flow asks nothing else, so no policy can leave it out.
  defaultRule: { ...yesOrNo, weight: 3 },
  fixed: true,
  find(evidence) {
    const { age, document, steps, today } = evidence
    if (!age) return undefined
    const { atLeast, minorsAccepted, lowest } = age
    if (steps.includes('document')) {
      const holder = ageByDocument({ document, today })
      const attested = ageByCredential(evidence, atLeast)
      const stated = [
        ...(holder ? [{ by: 'document', isOld: holder.age >= atLeast }] : []),
        ...(attested !== undefined ? [{ by: 'credential', isOld: attested }] : []),
      ]
      if (stated.length === 0) return unknown('No date of birth could be read.', { atLeast })
      const used = { ...holder, ...(attested !== undefined && { attested }), atLeast }
      // If the two differ, the answer is no.
      const { by, isOld } = stated.find((each) => !each.isOld) ?? stated[0] ?? { by: 'document', isOld: false }
      return isOld
        ? scored(100, `According to the ${by}, the person is at least ${atLeast}.`, used)
        : scored(0, `According to the ${by}, the person is younger than ${atLeast}.`, used)
    }
    const margins = { yesFrom: atLeast + YES_MARGIN[minorsAccepted], noUnder: atLeast - NO_MARGIN }
    const used = { estimate: lowest ?? null, atLeast, ...margins }
    switch (judgeEstimate(age)) {
      case 'YES':
        return scored(
          100,
          `According to the selfie, the person is at least ${atLeast}, with the margin for 1 in ${minorsAccepted === '1%' ? 100 : 1000}.`,
          used,
        )
      case 'NO':
        return scored(
          0,
          `According to the selfie, the person is younger than ${atLeast}, by more than the margin.`,
          used,
        )
      case 'UNSURE':
        return unknown('The estimate from the selfie is within the margin.', used)
    }
  },
} as const satisfies Factor

/** What a genuine credential says: an attestation of this age, or else its date of birth. */
function ageByCredential(evidence: Evidence, atLeast: number): boolean | undefined {
  const proof = proofsOf(evidence).find(({ thing, isProven }) => thing === 'credential' && isProven)
  const { ageOver, dateOfBirth } = proof ?? {}
  return ageOver?.[atLeast] ?? (dateOfBirth === undefined ? undefined : ageOn(dateOfBirth, evidence.today) >= atLeast)
}

/** If the sources differ and no check digit decides between them, the latest date of birth counts. */
function ageByDocument({ document, today }: Pick<Evidence, 'document' | 'today'>) {
  const born = statedDates(document, 'date_of_birth').toSorted((a, b) => (a.date > b.date ? -1 : 1))[0]
  return born && { dateOfBirth: born.date, source: born.source, age: ageOn(born.date, today) }
}

/** Whole years between two ISO dates. Someone born on 29 February comes of age on 1 March of a common year. */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}

export const ageFactors = [ageVerification, minimumAge] as const satisfies Factor[]
