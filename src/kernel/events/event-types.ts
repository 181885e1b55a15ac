/** The types of webhook events. */
export const EVENT_TYPES = [
  'session.completed',
  'session.reviewed',
  'session.picture_requested',
  'session.watchlist_hit',
  'session.expired',
  'session.deleted',
  'test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The result of an event; `not-sent`: no address was configured. */
export const EVENT_STATES = ['pending', 'delivered', 'failed', 'not-sent'] as const
export type EventState = (typeof EVENT_STATES)[number]
