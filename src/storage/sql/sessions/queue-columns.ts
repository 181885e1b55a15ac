import { openPictureRequest } from '../../../domain/new-picture.ts'
import type { Session } from '../../../domain/session.ts'
import type { SessionRow } from '../database/schema.ts'

type QueueColumns = Pick<
  SessionRow,
  'score' | 'cause' | 'risk' | 'due_at' | 'asked_until' | 'held_until' | 'waits_for' | 'waits_since' | 'spoken'
>

/** What of a session the queue is sorted and narrowed by, in the clear: no value that was read, no reason in words. */
export function queueColumns(session: Session): QueueColumns {
  const { decision, dueAt, heldUntil, newPictures = [], opinions = [] } = session
  const against = decision?.factors.filter(({ effect }) => effect === 'refer' || effect === 'reject') ?? []
  const cause = against.find(({ reason }) => reason === decision?.reasons[0]) ?? against[0]
  // Whether it is still open is for the reader to say, who has a clock.
  const pictureRequest = openPictureRequest(session, LONG_AGO)
  const answered = newPictures.findLast(({ answeredAt }) => answeredAt)
  return {
    score: decision?.score ?? null,
    cause: cause?.name ?? null,
    risk: decision ? Number(against.some(({ level }) => level === 'LOW')) : null,
    due_at: dueAt === undefined ? null : Date.parse(dueAt),
    asked_until: pictureRequest ? Date.parse(pictureRequest.until) : null,
    held_until: heldUntil?.getTime() ?? null,
    waits_for: answered?.by ?? null,
    waits_since: answered?.answeredAt === undefined ? null : Date.parse(answered.answeredAt),
    spoken: opinions.length ? ` ${opinions.map(({ by }) => by).join(' ')} ` : null,
  }
}

const LONG_AGO = new Date(0)
