import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    {
      place: 'document',
      isIn: ({ untaught = [] }) => untaught.length > 0,
      load: async () => (await import('./teach-offer.tsx')).TeachOffer,
    },
  ],
  screens: [
    {
      path: 'documents',
      word: 'Documents',
      icon: 'M3 6h18v12H3zM6.5 15c.5-1.5 4.5-1.5 5 0M9 12.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM15 10h3M15 14h3',
      isKept: true,
      pages: [{ path: 'documents/teach', word: 'Teach a document' }],
      load: async () => (await import('./documents-screen.tsx')).DocumentsScreen,
    },
  ],
}
