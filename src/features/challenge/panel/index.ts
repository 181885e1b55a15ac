import type { Panel } from '../../../apps/console/panel.ts'

export const panel: Panel = {
  sections: [
    {
      place: 'selfie',
      isIn: ({ challenge }) => challenge !== undefined,
      load: async () => (await import('./challenge-strip.tsx')).ChallengeStrip,
    },
  ],
}
