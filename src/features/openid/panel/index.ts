import type { Panel } from '../../../apps/console/panel.ts'
import { late } from '../../../apps/ui/late.tsx'

export const panel: Panel = {
  settings: [
    {
      group: 'integrations',
      section: {
        path: 'sign-in',
        word: 'Sign-in for services',
        Tool: late(async () => (await import('./clients.tsx')).Clients),
      },
    },
  ],
}
