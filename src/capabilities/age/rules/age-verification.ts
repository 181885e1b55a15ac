import { type Factor, isList, pagesOf, scored, unknown } from '../../../domain/decision/factors/factor.ts'
import { yesOrNo } from '../../../domain/decision/rule.ts'
import { statedDates } from '../../../domain/document/view.ts'

/** Is the holder old enough? Where sources differ and no check digit settles it, the latest birth counts. */
export const ageVerification = {
  name: 'ageVerification',
  question: 'Is the holder old enough?',
  agreement: 'the holder is old enough',
  defaultRule: { ...yesOrNo, weight: 1 },
  find(evidence, { minimumAge }) {
    if (minimumAge === undefined) return undefined
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const born = statedDates(evidence.document, 'date_of_birth').toSorted((a, b) => (a.date > b.date ? -1 : 1))[0]
    if (!born) return unknown('No date of birth could be read.', { minimumAge })

    const age = ageOn(born.date, evidence.today)
    const used = { dateOfBirth: born.date, source: born.source, age, minimumAge }
    return age >= minimumAge
      ? scored(100, `The holder is ${age}, at least ${minimumAge}.`, used)
      : scored(0, `The holder is ${age}, younger than ${minimumAge}.`, used)
  },
} as const satisfies Factor

/** Whole years between two ISO dates. Someone born on 29 February comes of age on 1 March of a common year. */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}
