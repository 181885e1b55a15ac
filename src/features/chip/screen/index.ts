import type { Step } from '../../../apps/hosted-page/steps.ts'

export const step: Step = {
  screens: { chip: { load: async () => (await import('./chip.tsx')).Chip } },
  due: { afterPictures: ({ chip }) => (chip && !chip.isOptional && !chip.received ? 'chip' : undefined) },
  isCounted: ({ chip }) => chip !== undefined,
  doing: 'chipTitle',
  stepUp: 'stepUpChip',
}
