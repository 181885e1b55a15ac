import type { Step } from '../../../apps/hosted-page/steps.ts'

export const step: Step = {
  screens: {
    signIn: { load: async () => (await import('./sign-in.tsx')).SignIn, back: () => ({ name: 'welcome' }) },
  },
  due: { afterWelcome: ({ signIn }) => signIn && 'signIn' },
}
