import type { Capability } from '../capability.ts'

/** What an issuer signed in a barcode of a document. */
export const seal: Capability = {
  name: 'seal',
  async open({ storage: { trustedItems, tenants } }) {
    // Loaded with the first code that comes.
    return {
      seals: {
        async read(codes, asked) {
          const { openSeals } = await import('./read-page-seal.ts')
          return openSeals({ trustedItems, tenants }).read(codes, asked)
        },
      },
    }
  },
  async results() {
    const { sealResults } = await import('./present-seal.ts')
    return sealResults
  },
  trust: { kind: 'seal', open: async () => (await import('./verify/seal-trust.ts')).openSealTrustFiles },
  commands: { seal: () => import('./commands/seal.ts') },
}
