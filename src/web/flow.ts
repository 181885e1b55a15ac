import type { EnrolmentState } from '../contract/enrolment/enrolment-state.ts'
import type { ReviewerQuery } from '../contract/enrolment/reviewer.ts'

/** One picture the person has to give. */
export type FlowPart = ReviewerQuery['of']

/** The parts of this enrolment in order, as far as they are known: a back is known once the front was read. */
export function partsOf({
  steps,
  isTwoSideDocument,
  newPicture,
}: Pick<EnrolmentState, 'steps' | 'isTwoSideDocument' | 'newPicture'>): FlowPart[] {
  // A session that went to a reviewer may lack other parts: nobody is asked for them.
  const asked = newPicture && (newPicture.of === 'FACE' ? 'face' : 'document')
  return steps
    .filter((step) => !asked || step === asked)
    .flatMap((step): FlowPart[] => {
      if (step === 'face') return ['FACE']
      return isTwoSideDocument ? ['FRONT', 'BACK'] : ['FRONT']
    })
}

/** The first part that is still to come; undefined when everything is here. */
export function nextPart(state: EnrolmentState): FlowPart | undefined {
  return partsOf(state).find((part) => !isReceived(state, part))
}

export function isReceived(state: EnrolmentState, part: FlowPart): boolean {
  if (part === 'FACE') return state.received.face
  return state.received.document.includes(part) || isShownByWallet(state)
}

/** A wallet has answered in place of the picture of the document. */
const isShownByWallet = ({ wallet, received }: EnrolmentState): boolean =>
  wallet?.state === 'RECEIVED' && wallet.replacesDocument && received.document.length === 0

/** Whether the person may choose: the wallet, or a picture of the document, while neither was taken. */
export const offersWallet = (state: EnrolmentState): boolean =>
  state.wallet !== undefined &&
  state.wallet.state !== 'RECEIVED' &&
  !state.wallet.required &&
  !state.newPicture &&
  nextPart(state) === 'FRONT'

/** Whether nothing goes on until a wallet has shown the credential that the tenant gave the person. */
export const wantsWallet = ({ wallet, newPicture }: EnrolmentState): boolean =>
  wallet?.required === true && wallet.state !== 'RECEIVED' && !newPicture

/** Everything else is here, and the chip of the document is still to come. */
export const wantsChip = (state: EnrolmentState): boolean =>
  !!state.chip && !state.chip.isOptional && !state.chip.received && nextPart(state) === undefined

/** Why the page cannot go on; each has a sentence of its own. */
export type StopReason = 'expired' | 'completed' | 'unauthorized' | 'internal' | 'withdrawn'

export function stopReasonOf(error: string | undefined): StopReason | undefined {
  switch (error) {
    case 'SESSION_EXPIRED':
      return 'expired'
    case 'SESSION_ALREADY_COMPLETED':
      return 'completed'
    case 'SESSION_UNAUTHORIZED':
      return 'unauthorized'
    default:
      return undefined
  }
}

/** Whether the page starts with the code for the phone: on a desktop, unless it came by one or a frame has none. */
export function startsWithHandover(options: PageOptions, desktop: boolean): boolean {
  if (options.handedOver || (options.iframe && options.crossDevice === false)) return false
  return desktop
}

/** Phones only, and no code to reach one: both may be asked for, and then a computer has nothing to offer. */
export function needsPhone(options: PageOptions, desktop: boolean): boolean {
  return desktop && options.onlyMobile && !options.crossDevice
}

export interface PageOptions {
  iframe: boolean
  /** Whether the embedding page wants to know more than how it ended. */
  events: boolean
  crossDevice: boolean
  onlyMobile: boolean
  /** True on the phone that a desktop sent the person to: that desktop leads back, not the phone. */
  handedOver: boolean
  lang: string | null
}

/** `crossDevice` and `onlyMobile` count only in a frame (specification 4.2). */
export function readOptions(query: URLSearchParams): PageOptions {
  const iframe = query.get('iframe') === 'true'
  return {
    iframe,
    crossDevice: !(iframe && query.get('crossDevice') === 'false'),
    events: iframe && query.get('events') === 'true',
    onlyMobile: iframe && query.get('onlyMobile') === 'true',
    handedOver: query.get('handedOver') === 'true',
    lang: query.get('lang'),
  }
}
