/** What an API credential may do: open sessions, read their results, delete them. */
export const RIGHTS = ['open', 'read', 'delete'] as const
export type Right = (typeof RIGHTS)[number]
