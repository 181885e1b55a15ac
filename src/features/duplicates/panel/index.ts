import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    {
      place: 'searches',
      isIn: ({ duplicates = [] }) => duplicates.length > 0,
      load: async () => (await import('./duplicates.tsx')).Duplicates,
    },
  ],
}
