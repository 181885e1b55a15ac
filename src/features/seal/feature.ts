import { Type } from 'typebox'
import type { Feature } from '../../kernel/feature.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { CaseSeal } from './contract/case-seal.ts'
import { sealColumn, sealView } from './present-seal.ts'
import { sealOnPage } from './read-page.ts'
import { sealFactors } from './rules/seal-factors.ts'
import { findAlteredSeal, sealUnaltered } from './rules/seal-unaltered.ts'
import { sealEvidence } from './seal-evidence.ts'
import { sealProof } from './seal-proof.ts'
import { SealResult } from './seal-result.ts'
import type { Seals } from './seals.ts'
import { settings } from './settings.ts'

/** The data that an issuer signed in a barcode of a document. */
export const seal: Feature = {
  name: 'seal',
  evidence: sealEvidence,
  caseFields: { seal: Type.Optional(CaseSeal) },
  casePart: { view: ({ session }) => ({ seal: session.seal && sealView(session.seal) }) },
  caseColumn: sealColumn,
  pageReader: sealOnPage,
  settings,
  proof: sealProof,
  factors: sealFactors,
  liveRules: [sealUnaltered],
  findings: findAlteredSeal,
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
