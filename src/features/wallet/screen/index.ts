import type { Step } from '../../../apps/hosted-page/steps.ts'

export const step: Step = {
  screens: {
    choose: { load: async () => (await import('./choose.tsx')).Choose, back: () => ({ name: 'welcome' }) },
    wallet: {
      load: async () => (await import('./wallet.tsx')).Wallet,
      back(state) {
        if (state?.stepUp) return { name: 'stepUp' }
        return state?.wallet?.required ? { name: 'welcome' } : { name: 'feature', of: 'choose' }
      },
    },
  },
  due: {
    // The credential that the tenant issued to the person says who they are.
    beforePictures: ({ wallet }) => (wallet?.required && wallet.state !== 'RECEIVED' ? 'wallet' : undefined),
    forDocument: ({ wallet }) => (wallet && !wallet.required && wallet.state !== 'RECEIVED' ? 'choose' : undefined),
  },
  replacesDocument: ({ wallet }) => wallet?.state === 'RECEIVED' && wallet.replacesDocument,
  stepUp: 'chooseWallet',
  comeBack: async () => (await import('./ask-wallet.ts')).comeBack(),
}
