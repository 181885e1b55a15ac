import type { Feature } from '../../kernel/feature.ts'
import { documentFactors } from './factors/index.ts'
import { documentLiveRules, findSpecimen } from './rules/live-rules.ts'

/** The identity document of a session, photographed side by side. */
export const document: Feature = {
  name: 'document',
  factors: documentFactors,
  liveRules: documentLiveRules,
  findings: findSpecimen,
}
