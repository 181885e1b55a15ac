import type { Capability } from '../../kernel/feature.ts'

/** The flow `returning`: a selfie compared with a person who was approved before. */
export const returning: Capability = { name: 'returning' }
