/** The hosted page says with each picture how it came. It is recorded, and proves nothing. */
export const CAPTURE_HEADER = 'x-limen-capture'
export const PAGE_SOURCES = ['camera', 'file'] as const
export type PageSource = (typeof PAGE_SOURCES)[number]
