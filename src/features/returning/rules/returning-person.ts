import { type Factor, type FactorsByName, scored, unknown } from '../../../kernel/decision/factors/factor.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'
import { MATCH_LIMIT } from '../domain/person.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof returningFactors> {}
}

/** Is this the person who was approved in the earlier session? Asked only in the flow `returning`. */
export const returningPerson = {
  name: 'returningPerson',
  place: 250,
  question: 'Is this the person who was approved in the earlier session?',
  agreement: 'the person is the one who was approved before',
  // The flow asks nothing else, so no policy can leave it out. Above 50 is a match at the rate that the tenant chose.
  defaultRule: { ...atOperatingPoint, required: true, weight: 3 },
  fixed: true,
  find({ person, face }) {
    if (!person) return undefined
    const { sessionId, strangers, likeness } = person
    if (!face) return unknown('No face was read.', { sessionId })
    if (!likeness)
      return unknown('The face of the earlier session is no longer kept, or was read by other models.', { sessionId })

    const { cosine, score, model } = likeness
    const used = {
      sessionId,
      cosine: Math.round(cosine * 10_000) / 10_000,
      model,
      matchScore: Math.floor(score * 10) / 10,
      limit: MATCH_LIMIT[strangers],
      falseMatchesOneIn: strangers,
    }
    const fromLimit = score - MATCH_LIMIT[strangers] + OPERATING_POINT
    return fromLimit > OPERATING_POINT
      ? scored(fromLimit, 'The selfie matches the face of the earlier session.', used)
      : scored(fromLimit, 'The selfie does not match the face of the earlier session.', used)
  },
} as const satisfies Factor

export const returningFactors = [returningPerson] as const satisfies Factor[]
