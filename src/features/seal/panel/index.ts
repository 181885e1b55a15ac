import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    { place: 'proofs', isIn: ({ seal }) => seal !== undefined, load: async () => (await import('./seal.tsx')).Seal },
  ],
  sources: [['seal', 'Signed barcode']],
}
