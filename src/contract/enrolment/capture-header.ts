/** The hosted page says with each picture how it came. It is recorded, and proves nothing. */
export const CAPTURE_HEADER = 'x-limen-capture'
export const PAGE_SOURCES = ['camera', 'file'] as const
/** And what it took the person to get there: pictures sent for the step, and seconds since the one before. Counted, never kept with a session. */
export const TRIES_HEADER = 'x-limen-tries'
export const SECONDS_HEADER = 'x-limen-seconds'
export type PageSource = (typeof PAGE_SOURCES)[number]
