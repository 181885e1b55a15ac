import { Type } from 'typebox'
import type { Feature } from '../../kernel/feature.ts'
import { ChipCertificate } from '../../kernel/results/contract/results.ts'
import { chipEvidence, signedFiles } from './chip-evidence.ts'
import { chipProof } from './chip-proof.ts'
import { ChipResult } from './chip-result.ts'
import { CaseChip } from './contract/case-chip.ts'
import { ChipAppResponse, ChipChallengeResponse, ChipRequest, ChipResponse } from './contract/chip.ts'
import { chipColumn, chipView } from './present-chip.ts'
import { chipFactors } from './rules/chip-factors.ts'
import { chipUnaltered, findAlteredChip } from './rules/chip-unaltered.ts'
import { settings } from './settings.ts'

/** The data that the issuing state signed in the chip of a passport or card. */
export const chip: Feature = {
  name: 'chip',
  evidence: chipEvidence,
  caseFields: { chip: Type.Optional(CaseChip) },
  casePart: { view: ({ session }) => ({ chip: session.chip && chipView(session.chip) }) },
  caseColumn: chipColumn,
  bundledFiles: [signedFiles],
  settings,
  proof: chipProof,
  factors: chipFactors,
  liveRules: [chipUnaltered],
  findings: findAlteredChip,
  components: [ChipAppResponse, ChipChallengeResponse, ChipRequest, ChipResponse, ChipCertificate, ChipResult],
  exportedFiles: [
    {
      name: 'read-from-chip.json',
      about: 'what the chip of your document contains, and whether its signatures are valid',
      read: (_, session) => session.chip,
    },
  ],
  checkEvidence: async () => (await import('./verify/verify-chip.ts')).checkSignedFiles,
  async open({ storage: { trustedItems } }) {
    // The verifier is loaded with the first chip.
    return {
      chips: {
        async verify(files, asked) {
          const { openChips } = await import('./verify/open-chips.ts')
          return openChips(trustedItems).verify(files, asked)
        },
      },
    }
  },
  async routes(context) {
    const { chipRoutes } = await import('./routes.ts')
    return [{ prefix: '/api/v1/enrolment', plugin: chipRoutes(context) }]
  },
  async results() {
    const { chipResults } = await import('./chip-result.ts')
    return chipResults
  },
  judgeStorage: async (storage, now) => (await import('./judge-trust.ts')).judgeTrust(storage, now),
  commands: { chip: () => import('./commands/chip.ts') },
}
