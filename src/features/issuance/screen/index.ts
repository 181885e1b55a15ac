import type { Step } from '../../../apps/hosted-page/steps.ts'

export const step: Step = {
  gift: {
    isOffered: ({ offersCredential }) => offersCredential === true,
    load: async () => (await import('./keep-credential.tsx')).KeepCredential,
  },
}
