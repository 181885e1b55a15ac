import type { FactorResult } from '../../../domain/decision/decide.ts'
import { causesOf } from '../../../domain/decision/explanation.ts'
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
  const cause = causeOf(session)
  // Whether it is still open is for the reader to say, who has a clock.
  const pictureRequest = openPictureRequest(session, LONG_AGO)
  const answered = newPictures.findLast(({ answeredAt }) => answeredAt)
  return {
    score: decision?.score ?? null,
    cause: cause?.name ?? null,
    risk: decision ? (RISK[cause?.level ?? 'MEDIUM'] ?? UNREAD) : null,
    due_at: dueAt === undefined ? null : Date.parse(dueAt),
    asked_until: pictureRequest ? Date.parse(pictureRequest.until) : null,
    held_until: heldUntil?.getTime() ?? null,
    waits_for: answered?.by ?? null,
    waits_since: answered?.answeredAt === undefined ? null : Date.parse(answered.answeredAt),
    spoken: opinions.length ? ` ${opinions.map(({ by }) => by).join(' ')} ` : null,
  }
}

/** What the row is headed by: what speaks against the person, else what is named first. */
function causeOf({ decision }: Session): FactorResult | undefined {
  const against = (decision ? causesOf(decision) : []).flatMap(
    ({ factor: name }) =>
      decision?.factors.filter(
        (factor) => factor.name === name && (factor.effect === 'refer' || factor.effect === 'reject'),
      ) ?? [],
  )
  return against.find(({ level }) => level === 'LOW') ?? against[0]
}

/** Of the cause: 1 speaks against the person, 0 wants a closer look, -1 could not be found out. */
const RISK: Partial<Record<FactorResult['level'], number>> = { LOW: 1, MEDIUM: 0, HIGH: 0 }
const UNREAD = -1

const LONG_AGO = new Date(0)
