/** How it ended: the one message that the frame always posts. */
export interface EndMessage {
  sessionId: string
  hasCompleted: boolean
  hasError: boolean
  error?: 'SESSION_ALREADY_COMPLETED' | 'SESSION_UNAUTHORIZED' | 'INTERNAL_ERROR'
}

/** What happens on the way, for a page that listens. */
export type FrameEvent =
  | { sessionId: string; event: 'step'; step: string }
  | { sessionId: string; event: 'cancel' }
  | { sessionId: string; event: 'height'; height: number }

/** The events by name, each with what it tells. */
export type EventDetails = { end: EndMessage } & {
  [Name in FrameEvent['event']]: Omit<Extract<FrameEvent, { event: Name }>, 'event'>
}
