import type { ListEntry } from './list-entry.ts'

export type BlockedKind = 'name' | 'number' | 'face'

/** Somebody whom the operator wants to look at whenever they come again: a name, a number, or the face of a session. */
export interface Blocked {
  id: string
  kind: BlockedKind
  name?: string
  /** ISO 8601, as far as it is known; with a name. */
  birth?: string
  number?: string
  /** The session whose face it is. */
  sessionId?: string
  /** Absent where the face has gone: nothing is kept then but that there was an entry. */
  reason?: string
  by: string
  at: Date
  /** The session was erased, or its face forgotten: nobody is found by it any more. */
  faceGone?: 'erased' | 'forgotten'
}

/** More would be a list to import. */
export const MOST_BLOCKED = 5_000
/** Each face is read with its session. */
export const MOST_BLOCKED_FACES = 500

/** A name or number in the form in which lists are compared. */
export const entryOfBlocked = ({ id, name, birth, number }: Blocked): ListEntry => ({
  id,
  names: name ? [{ text: name }] : [],
  births: birth ? [birth] : [],
  countries: [],
  identifiers: number ? [number] : [],
  topics: [],
})
