/** Everything that comes after the welcome, in a file of its own: it is loaded while the welcome is read. */
export { loadCorners } from './guidance/ask-corners.ts'
export { Capture } from './screens/capture.tsx'
export { Check } from './screens/check.tsx'
export { Handover } from './screens/handover.tsx'
export { Refused } from './screens/refused.tsx'
export { Reviewer } from './screens/reviewer.tsx'
export { Working } from './screens/working.tsx'
