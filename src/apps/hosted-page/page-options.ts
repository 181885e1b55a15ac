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
