import type { Capability } from '../capability.ts'

/** What an issuer signed in a barcode of a document. */
export const seal: Capability = {
  name: 'seal',
  trust: { kind: 'seal', open: async () => (await import('./verify/seal-trust.ts')).openSealTrustFiles },
  commands: { seal: () => import('./commands/seal.ts') },
}
