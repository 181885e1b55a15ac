/** Everything after the welcome screen, in a separate file: it is loaded while the welcome is read. */
import { learnSteps, type Step } from './steps.ts'

export { backOf } from './back.ts'
export { choiceOf, nextPart, nextScreen } from './flow.ts'
export { loadCorners } from './guidance/ask-corners.ts'
export { ShowScreen } from './show-screen.tsx'
export { dueScreen, featureSteps } from './steps.ts'
export { followEvents, upload } from './transfer.ts'
export { countRefusals } from './tries.ts'

learnSteps(Object.values(import.meta.glob<Step>('../../features/*/screen/index.ts', { eager: true, import: 'step' })))
