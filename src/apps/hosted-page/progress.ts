import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import { type FlowPart, nextPart, partsOf, wantsChip } from './flow.ts'

/**
 * "Step 1 of 2": the position of a part among the steps. Both sides of a card are one step, so that the total never
 * grows.
 */
export function progressOf(
  { steps, newPicture, chip }: Pick<EnrolmentState, 'steps' | 'newPicture' | 'chip'>,
  part: FlowPart | 'CHIP',
): { step: number; steps: number } {
  if (newPicture) return { step: 1, steps: 1 }
  const all = steps.length + (chip ? 1 : 0)
  return { step: part === 'CHIP' ? all : steps.indexOf(part === 'FACE' ? 'face' : 'document') + 1, steps: all }
}

/** The previous part, if it is safe to go back to it: an accepted picture can be taken again. */
export function previousPart(state: EnrolmentState, part: FlowPart): FlowPart | undefined {
  if (state.newPicture) return undefined
  const parts = partsOf(state)
  return parts[parts.indexOf(part) - 1]
}

/** What has been done on the device that has the session, as far as the service knows. */
export type Doing = 'paused' | 'starting' | FlowPart | 'chip' | 'checking'

export function doingOf(state: EnrolmentState): Doing {
  if (state.device?.awaySince) return 'paused'
  if (state.asksConsent) return 'starting'
  return nextPart(state) ?? (wantsChip(state) ? 'chip' : 'checking')
}
