import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import type { FlowPart } from './flow-part.ts'
import { captureAfter, type FeatureScreen, type Screen, type Shot } from './screen.ts'
import { dueScreen, featureSteps, type StateOfSteps } from './steps.ts'

/** The parts of this enrolment in order, as far as they are known: a back side is known once the front was read. */
export function partsOf({
  steps,
  isTwoSideDocument,
  newPicture,
}: Pick<EnrolmentState, 'steps' | 'isTwoSideDocument' | 'newPicture'>): FlowPart[] {
  // A session that was referred to a reviewer may lack other parts: nobody is asked for them.
  const asked = newPicture && (newPicture.of === 'FACE' ? 'face' : 'document')
  return steps
    .filter((step) => !asked || step === asked)
    .flatMap((step): FlowPart[] => {
      if (step === 'face') return ['FACE']
      return isTwoSideDocument ? ['FRONT', 'BACK'] : ['FRONT']
    })
}

/** The first part that is still missing; undefined when everything has been received. */
export function nextPart(state: StateOfSteps): FlowPart | undefined {
  return partsOf(state).find((part) => !isReceived(state, part))
}

export function isReceived(state: StateOfSteps, part: FlowPart): boolean {
  if (part === 'FACE') return state.received.face
  return state.received.document.includes(part) || isReplaced(state)
}

/** Something else has shown what a picture of the document would, so none is needed. */
export const isReplaced = (state: StateOfSteps): boolean =>
  state.received.document.length === 0 && featureSteps().some((step) => step.replacesDocument?.(state))

/** The screen on which the person chooses between a picture of the document and another way. */
export const choiceOf = (state: EnrolmentState): FeatureScreen | undefined =>
  !state.newPicture && nextPart(state) === 'FRONT' ? dueScreen('forDocument', state) : undefined

/** The screen of what is missing before the pictures. */
export const firstOf = (state: EnrolmentState): FeatureScreen | undefined =>
  state.newPicture ? undefined : dueScreen('beforePictures', state)

/** The screen of what is missing after the pictures. */
export const lastOf = (state: EnrolmentState): FeatureScreen | undefined =>
  nextPart(state) === undefined ? dueScreen('afterPictures', state) : undefined

/** What this device knows besides the session. */
interface Known {
  prefersCamera: boolean
  steppedUp: boolean
  /** The scene that was taken as the front. */
  front?: Shot['seen']
}

/** The screen that follows, if this part is the next to be taken. */
export function nextScreen(state: EnrolmentState, part: FlowPart | undefined, known: Known): Screen {
  if (part && state.asksConsent) return { name: 'consent' }
  const due = firstOf(state) ?? (part === 'FRONT' && !known.prefersCamera ? choiceOf(state) : undefined)
  if (due) return due
  if (part) return captureAfter(part, known.front)
  return lastOf(state) ?? { name: state.stepUp && !known.steppedUp ? 'stepUp' : 'working' }
}
