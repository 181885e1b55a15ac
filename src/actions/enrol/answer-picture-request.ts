import { openPictureRequest, withSent } from '../../domain/new-picture.ts'
import { objectsOf, type Session } from '../../domain/session.ts'
import type { Part } from '../../domain/vocabulary.ts'

/** The session with the picture request for this part answered, if there is one. */
export function answering(session: Session, part: Part, now: Date): Session {
  const { newPictures = [] } = session
  return openPictureRequest(session, now)?.of === part ? { ...session, newPictures: withSent(newPictures) } : session
}

/** Objects that no row points at once the session is as it will be. */
export function objectsLeftBehind(before: Session, after: Session): string[] {
  const pointedAt = new Set(objectsOf(after))
  return objectsOf(before).filter((object) => !pointedAt.has(object))
}
