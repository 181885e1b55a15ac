import { openWish, withSent } from '../../domain/new-picture.ts'
import { objectsOf, type Session } from '../../domain/session.ts'
import type { Part } from '../../domain/vocabulary.ts'

/** The session with the wish for this part fulfilled, where there is one. */
export function answering(session: Session, part: Part, now: Date): Session {
  const { newPictures = [] } = session
  return openWish(session, now)?.of === part ? { ...session, newPictures: withSent(newPictures) } : session
}

/** Objects that no row points at once the session is as it will be. */
export function objectsLeftBehind(before: Session, after: Session): string[] {
  const pointedAt = new Set(objectsOf(after))
  return objectsOf(before).filter((object) => !pointedAt.has(object))
}
