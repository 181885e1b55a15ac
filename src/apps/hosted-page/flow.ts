import type { ReviewerQuery } from '../../kernel/evidence/contract/pictures.ts'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'

/** One picture that the person has to give. */
export type FlowPart = ReviewerQuery['of']

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
export function nextPart(state: EnrolmentState): FlowPart | undefined {
  return partsOf(state).find((part) => !isReceived(state, part))
}

export function isReceived(state: EnrolmentState, part: FlowPart): boolean {
  if (part === 'FACE') return state.received.face
  return state.received.document.includes(part) || isShownByWallet(state)
}

/** A wallet answered, so the picture of the document is not needed. */
export const isShownByWallet = ({ wallet, received }: Pick<EnrolmentState, 'wallet' | 'received'>): boolean =>
  wallet?.state === 'RECEIVED' && wallet.replacesDocument && received.document.length === 0

/** Whether the person can still choose between the wallet and a picture of the document. */
export const offersWallet = (state: EnrolmentState): boolean =>
  state.wallet !== undefined &&
  state.wallet.state !== 'RECEIVED' &&
  !state.wallet.required &&
  !state.newPicture &&
  nextPart(state) === 'FRONT'

/** Whether the page must wait for the credential that the tenant issued to the person. */
export const wantsWallet = ({ wallet, newPicture }: EnrolmentState): boolean =>
  wallet?.required === true && wallet.state !== 'RECEIVED' && !newPicture

/** Only the chip of the document is still missing. */
export const wantsChip = (state: EnrolmentState): boolean =>
  !!state.chip && !state.chip.isOptional && !state.chip.received && nextPart(state) === undefined

/** Why the page cannot continue; each reason has its own sentence. */
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

/**
 * Whether the page starts with the QR code for the phone: on a desktop, unless it was opened by such a code or is a
 * frame without one.
 */
export function startsWithHandover(options: PageOptions, desktop: boolean): boolean {
  if (options.handedOver || (options.iframe && options.crossDevice === false)) return false
  return desktop
}

/** Whether a phone is required and no QR code is shown to reach one: then a computer has nothing to offer. */
export function needsPhone(options: PageOptions, desktop: boolean): boolean {
  return desktop && options.onlyMobile && !options.crossDevice
}

export interface PageOptions {
  iframe: boolean
  /** Whether the embedding page wants events as well as the final message. */
  events: boolean
  crossDevice: boolean
  onlyMobile: boolean
  /**
   * True on the phone that was handed the session by a desktop: the desktop returns to the integrator, not the phone.
   */
  handedOver: boolean
  lang: string | null
}

/** `crossDevice` and `onlyMobile` apply only in a frame (specification 4.2). */
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
