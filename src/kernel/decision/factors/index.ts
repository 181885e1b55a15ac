import type { FeatureFactors } from '../../feature-types.ts'
import { fromSlot, inPlace, openSlot } from '../../slot.ts'
import { TRUST_FACTORS, type TrustFactorName } from '../levels.ts'
import { captureCompleteness } from './capture-completeness.ts'
import { captureIntegrity } from './capture-integrity.ts'
import type { Factor, FactorsByName } from './factor.ts'
import { proofConsistency } from './proof-consistency.ts'

/** Factors of the session itself: how its pictures came, and whether all that it has is of one person. */
const ofKernel = [captureIntegrity, captureCompleteness, proofConsistency] as const satisfies Factor[]

/** Trust Factors of features. */
export const featureFactors = openSlot<Factor>('factors')

type AllFactors = FactorsByName<typeof ofKernel> & FeatureFactors

export type FactorName = keyof AllFactors
/** The factors that a policy grades. */
export type GradedFactorName = {
  [Name in FactorName]: AllFactors[Name] extends { binding: true } | { fixed: true } ? never : Name
}[FactorName]
type ExtraFactorName = Exclude<FactorName, TrustFactorName>
type NamedFactor = Factor & { name: FactorName }

/** Every Trust Factor, in the order of the results. The names of a feature's factors are declared next to them. */
export const factors = fromSlot(featureFactors, (ofFeatures) => inPlace([...ofKernel, ...ofFeatures]) as NamedFactor[])

export const factorNames = fromSlot(featureFactors, () => factors().map(({ name }) => name))

export const gradedFactors = fromSlot(featureFactors, () =>
  factors().filter((factor): factor is Factor & { name: GradedFactorName } => !factor.binding && !factor.fixed),
)

export const isOfTheEight = (name: string): name is TrustFactorName =>
  (TRUST_FACTORS as readonly string[]).includes(name)

export const extraFactors = (): ExtraFactorName[] =>
  factorNames().filter((name): name is ExtraFactorName => !isOfTheEight(name))

/** Undefined for a factor that a stored decision names and this version, or its list of features, no longer has. */
export const factorNamed = (name: string): Factor | undefined => factors().find((factor) => factor.name === name)
