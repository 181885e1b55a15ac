import type { Feature } from '../../kernel/feature.ts'

/** The data that the issuing state signed in the chip of a passport or card. */
export const chip: Feature = {
  name: 'chip',
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
  commands: { chip: () => import('./commands/chip.ts') },
}
