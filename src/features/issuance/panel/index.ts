import type { Panel } from '../../../apps/console/panel.ts'
import { late } from '../../../apps/ui/late.tsx'

export const panel: Panel = {
  sections: [
    {
      place: 'outcome',
      isIn: ({ issued }) => issued !== undefined && issued.length > 0,
      load: async () => (await import('./issued.tsx')).Issued,
    },
  ],
  settings: [
    {
      group: 'integrations',
      after: 'webhooks',
      section: {
        path: 'issuance',
        word: 'Credentials for wallets',
        fields: [late(async () => (await import('./issuance-fields.tsx')).IssuanceFields)],
      },
    },
  ],
}
