import type { Session } from '../kernel/session/session.ts'
import type { SessionPart, Settled } from '../kernel/session/session-part.ts'
import { ageQuestion } from './age/age-question.ts'
import { duplicateSearch } from './duplicates/find-duplicates.ts'
import { returningPerson } from './returning/returning-person.ts'
import { listSearch } from './screening/actions/screen-session.ts'

/** What features do in the life of a session, in order. */
export const sessionParts: readonly SessionPart[] = [duplicateSearch, listSearch, returningPerson, ageQuestion]

/** What is kept of a finished session; any other session is returned unchanged. */
export function settleSession(session: Session): Settled {
  for (const { settle } of sessionParts) {
    const settled = settle?.(session)
    if (settled) return { ...settled, isOver: true }
  }
  return { session, effects: {}, objects: [], isOver: false }
}
