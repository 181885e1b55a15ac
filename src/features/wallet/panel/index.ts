import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    {
      place: 'proofs',
      isIn: ({ credential }) => credential !== undefined,
      load: async () => (await import('./credential.tsx')).Credential,
    },
  ],
  portraits: [{ name: 'credential_face', title: 'Portrait in the credential' }],
}
