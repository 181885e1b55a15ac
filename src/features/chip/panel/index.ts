import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    { place: 'proofs', isIn: ({ chip }) => chip !== undefined, load: async () => (await import('./chip.tsx')).Chip },
  ],
  portraits: [{ name: 'chip_face', title: 'Portrait in the chip' }],
  sources: [['chip', 'Chip']],
}
