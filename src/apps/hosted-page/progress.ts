import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import { type FlowPart, isShownByWallet, nextPart, partsOf, wantsChip } from './flow.ts'

/**
 * "Step 1 of 3": the position of a part among what the person does. Until the front was read the document may be a card
 * with a back: the total never grows. A wallet that replaced the document was one step.
 */
export function progressOf(
  state: Pick<EnrolmentState, 'steps' | 'isTwoSideDocument' | 'newPicture' | 'chip' | 'wallet' | 'received'>,
  part: FlowPart | 'CHIP',
): { step: number; steps: number } {
  if (state.newPicture) return { step: 1, steps: 1 }
  const isByWallet = isShownByWallet(state)
  const parts: (FlowPart | 'CHIP')[] = partsOf({
    ...state,
    isTwoSideDocument: !isByWallet && (state.isTwoSideDocument ?? true),
  })
  if (state.chip) parts.push('CHIP')
  return { step: Math.max(1, parts.indexOf(part) + 1), steps: parts.length }
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
