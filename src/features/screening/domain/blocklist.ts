import type { ListEntry } from './list-entry.ts'

export type BlockedKind = 'name' | 'number' | 'face'

/** A person whom the operator wants to review every time they return: a name, a number, or the face of a session. */
export interface Blocked {
  id: string
  kind: BlockedKind
  name?: string
  /** Date of birth, ISO 8601, as far as known; only with a name. */
  birth?: string
  number?: string
  /** The session of the face. */
  sessionId?: string
  /** Absent if the face was deleted: then only the fact is kept that there was an entry. */
  reason?: string
  by: string
  at: Date
  /** The session was erased, or its face was deleted: the entry no longer finds anyone. */
  faceGone?: 'erased' | 'forgotten'
}

/** The most entries. Larger lists are imported. */
export const MOST_BLOCKED = 5_000
/** The most entries with a face, since each face is read with its session. */
export const MOST_BLOCKED_FACES = 500

/** A name or number as a list entry, to compare it like one. */
export const entryOfBlocked = ({ id, name, birth, number }: Blocked): ListEntry => ({
  id,
  names: name ? [{ text: name }] : [],
  births: birth ? [birth] : [],
  countries: [],
  identifiers: number ? [number] : [],
  topics: [],
})
