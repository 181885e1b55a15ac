import { type Factor, scored, unknown } from '../../../domain/decision/factors/factor.ts'
import { yesOrNo } from '../../../domain/decision/rule.ts'
import { statedDates } from '../../../domain/document/view.ts'
import { judgeEstimate, NO_MARGIN, YES_MARGIN } from '../domain/age.ts'
import { ageOn } from './age-verification.ts'

/** Is this person old enough? Asked in the flow `age` alone: by the selfie with its margin, in the margin by the document. */
export const minimumAge = {
  name: 'minimumAge',
  question: 'Is this person old enough?',
  // The one thing that the flow asks: no policy can leave it out.
  defaultRule: { ...yesOrNo, weight: 3 },
  fixed: true,
  find({ age, document, steps, today }) {
    if (!age) return undefined
    const { atLeast, minorsAccepted, lowest } = age
    if (steps.includes('document')) {
      const born = statedDates(document, 'date_of_birth').toSorted((a, b) => (a.date > b.date ? -1 : 1))[0]
      if (!born) return unknown('No date of birth could be read.', { atLeast })
      const years = ageOn(born.date, today)
      const used = { dateOfBirth: born.date, source: born.source, age: years, atLeast }
      return years >= atLeast
        ? scored(100, `According to the document at least ${atLeast}.`, used)
        : scored(0, `According to the document younger than ${atLeast}.`, used)
    }
    const margins = { yesFrom: atLeast + YES_MARGIN[minorsAccepted], noUnder: atLeast - NO_MARGIN }
    const used = { estimate: lowest ?? null, atLeast, ...margins }
    switch (judgeEstimate(age)) {
      case 'YES':
        return scored(
          100,
          `According to the selfie at least ${atLeast}, with the margin for 1 in ${minorsAccepted === '1%' ? 100 : 1000}.`,
          used,
        )
      case 'NO':
        return scored(0, `According to the selfie younger than ${atLeast}, by more than the margin.`, used)
      case 'UNSURE':
        return unknown('The selfie does not settle it.', used)
    }
  },
} as const satisfies Factor
