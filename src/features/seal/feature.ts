import type { Feature } from '../../kernel/feature.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { sealUnaltered } from './rules/seal-unaltered.ts'
import { sealProof } from './seal-proof.ts'
import { SealResult } from './seal-result.ts'
import type { Seals } from './seals.ts'
import { settings } from './settings.ts'

/** The data that an issuer signed in a barcode of a document. */
export const seal: Feature = {
  name: 'seal',
  settings,
  proof: sealProof,
  liveRules: [sealUnaltered],
  components: [SealResult],
  exportedFiles: [
    {
      name: 'read-from-barcode.json',
      about: 'what a signed barcode of your document contains, and whether its signature is valid',
      read: (_, session) => session.seal,
    },
  ],
  checkEvidence: async () => (await import('./verify/check-kept-seal.ts')).checkKeptSeal,
  open: async ({ storage }) => ({ seals: openSeals(storage) }),
  async results() {
    const { sealResults } = await import('./seal-result.ts')
    return sealResults
  },
  trust: { kind: 'seal', open: async () => (await import('./verify/seal-trust.ts')).openSealTrustFiles },
  commands: { seal: () => import('./commands/seal.ts') },
}

/** The verifier is loaded with the first code. */
export const openSeals = ({ trustedItems, tenants }: Pick<Ports, 'trustedItems' | 'tenants'>): Seals => ({
  async areTaken(tenant) {
    const setting = (await tenants.load(tenant))?.settings.seals
    return setting === undefined ? trustedItems.hasSeals() : setting !== 'off'
  },
  async read(codes, asked) {
    const { readPageSeal } = await import('./seals.ts')
    return readPageSeal(trustedItems, codes, asked)
  },
})
