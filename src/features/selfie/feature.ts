import type { Feature } from '../../kernel/feature.ts'
import { selfieFactors } from './factors/index.ts'

/** The face of the person in front of the camera. */
export const selfie: Feature = {
  name: 'selfie',
  factors: selfieFactors,
}
