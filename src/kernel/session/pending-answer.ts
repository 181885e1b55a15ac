import { pictureReadings } from '../evidence/evidence-kind.ts'
import type { PendingAnswer } from '../review/new-picture.ts'
import type { Session } from './session.ts'

/** The session as the person works on it: with what they have sent so far in place of what was decided on. */
export function withPendingAnswer(session: Session): Session {
  const { pendingAnswer } = session
  return pendingAnswer ? { ...withoutAnswerable(session), ...pendingAnswer } : session
}

/** The decided session, with the person's pending work kept separately; unchanged if they have sent nothing. */
export function keepAside(standing: Session, working: Session): Session {
  if (!standing.pendingAnswer && answerable().every((name) => standing[name] === working[name])) return working
  return {
    ...withoutAnswerable(working),
    ...answerableOf(standing),
    pendingAnswer: answerableOf(working),
  }
}

/**
 * Repairs a session that an earlier version wrote during an answer: that version replaced the pictures at once, and
 * kept those that were decided on among the earlier ones.
 */
export function separateAnswer(session: Session): Session {
  const { pendingAnswer, newPictures = [], earlier = [] } = session
  const request = newPictures.at(-1)
  const decidedOn = earlier.at(-1)
  if (pendingAnswer || !request?.sent || request.answeredAt || !decidedOn) return session
  const { document, face, images } = decidedOn
  const { document: _, face: __, ...rest } = session
  return keepAside({ ...rest, ...(document && { document }), ...(face && { face }), images }, session)
}

const answerable = () => [...pictureReadings(), 'images', 'captures', 'refused'] as const

function answerableOf(session: Session): PendingAnswer {
  const sent = answerable().flatMap((name) => (session[name] ? [[name, session[name]]] : []))
  return { images: session.images, ...Object.fromEntries(sent) }
}

/** Images always exist: those of the other side take their place. */
function withoutAnswerable({ pendingAnswer: _, ...session }: Session): Session {
  for (const name of answerable()) if (name !== 'images') delete session[name]
  return session
}
