import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import type { Texts } from '../../kernel/texts/languages.ts'
import { isReplaced, lastOf, nextPart, partsOf } from './flow.ts'
import type { FlowPart, Progress } from './flow-part.ts'
import { featureSteps, type StateOfSteps } from './steps.ts'

/**
 * "Step 1 of 3": the position of a part, or of the step after the pictures, among what the person does. Until the front
 * was read the document may be a card with a back: the total never grows. What replaced the document was one step.
 */
export function progressOf(state: StateOfSteps, part: FlowPart | 'LAST'): Progress {
  if (state.newPicture) return { step: 1, steps: 1 }
  const parts: (FlowPart | 'LAST')[] = partsOf({
    ...state,
    isTwoSideDocument: !isReplaced(state) && (state.isTwoSideDocument ?? true),
  })
  if (featureSteps().some((step) => step.isCounted?.(state))) parts.push('LAST')
  return { step: Math.max(1, parts.indexOf(part) + 1), steps: parts.length }
}

/** The previous part, if it is safe to go back to it: an accepted picture can be taken again. */
export function previousPart(state: EnrolmentState, part: FlowPart): FlowPart | undefined {
  if (state.newPicture) return undefined
  const parts = partsOf(state)
  return parts[parts.indexOf(part) - 1]
}

/** The sentence for what is being done on the device that has the session, as far as the service knows. */
export function doingOf(state: EnrolmentState): { says: keyof Texts; step?: keyof Texts } {
  if (state.device?.awaySince) return { says: 'handoverPaused' }
  if (state.asksConsent) return { says: 'handoverFollow' }
  const part = nextPart(state)
  return { says: 'handoverNow', step: part ? PART_TITLES[part] : (doingLast(state) ?? 'workingDecide') }
}

export const PART_TITLES = { FRONT: 'frontTitle', BACK: 'backTitle', FACE: 'faceTitle' } as const

function doingLast(state: EnrolmentState): keyof Texts | undefined {
  const of = lastOf(state)?.of
  return of === undefined ? undefined : featureSteps().find(({ screens }) => screens?.[of])?.doing
}
