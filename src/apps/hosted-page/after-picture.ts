/** The screens after an answer about a picture, in a separate file: it is loaded while the camera is aimed. */
export { Decline, Declined } from './screens/declined.tsx'
export { Done } from './screens/done.tsx'
export { Refused } from './screens/refused.tsx'
export { Reviewer } from './screens/reviewer.tsx'
export { StepUp } from './screens/step-up.tsx'
export { Later, PhoneOnly, Stopped, Taken } from './screens/stopped.tsx'
export { Working } from './screens/working.tsx'
