/** Words that the console and the service share, free of schemas, so that the page stays small. */
export { DOCUMENT_TYPES, STATUSES } from '../domain/vocabulary.ts'

/** Every request carries it: a page of another origin cannot send it without being asked first (CORS), and is refused then. */
export const CONSOLE_HEADER = 'x-limen-console'
/** Its values: asked by a person, or by a screen that renews itself and so keeps nobody signed in. */
export const ASKED_BY = { person: '1', screen: 'screen' } as const

export const ROLES = ['reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]
