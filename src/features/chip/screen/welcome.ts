import type { WelcomeLine } from '../../../apps/hosted-page/screens/welcome.tsx'

export const welcome: WelcomeLine = {
  isAsked: ({ chip }) => chip !== undefined && !chip.isOptional,
  says: 'welcomeChip',
}
