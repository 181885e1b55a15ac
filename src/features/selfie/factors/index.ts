import type { Factor, FactorsByName } from '../../../kernel/decision/factors/factor.ts'
import { faceVerification } from './face-verification.ts'
import { passiveLiveness } from './passive-liveness.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof selfieFactors> {}
}

/** Trust Factors about the selfie. */
export const selfieFactors = [faceVerification, passiveLiveness] as const satisfies Factor[]
