import type { Panel } from '../../../apps/console/panel.ts'
import { late } from '../../../apps/ui/late.tsx'

export const panel: Panel = {
  sections: [
    {
      place: 'searches',
      isIn: ({ watchlist }) => watchlist !== undefined,
      load: async () => (await import('./case-watchlist.tsx')).Watchlist,
    },
  ],
  screens: [
    {
      path: 'watchlist',
      word: 'Lists',
      icon: 'M5 4h14v16H5zM8.5 8h7M8.5 12h7M8.5 16h4',
      load: async () => (await import('./watchlist-screen.tsx')).WatchlistScreen,
    },
  ],
  settings: [
    {
      group: 'verification',
      after: 'proofs',
      section: {
        path: 'screening',
        word: 'Screening lists',
        fields: [late(async () => (await import('./tenant-screening.tsx')).TenantScreening)],
      },
    },
  ],
}
