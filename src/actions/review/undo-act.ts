import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import type { Status } from '../../domain/vocabulary.ts'
import { findCase } from '../admin/tenant-scope.ts'
import type { Ports } from '../ports/ports.ts'
import { unheld } from './act-on-case.ts'
import type { Examiner } from './claim-case.ts'

/**
 * Takes back what a reviewer has just done: the session is as it was, and the webhook that was waiting is never sent. Only
 * theirs, only for some seconds, and only while nobody has gone on from it. The act and its undoing stay on record.
 */
export async function undoAct(
  ports: Pick<Ports, 'sessions' | 'reviewQueue' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
): Promise<Result<Status, 'NOT_FOUND' | 'TOO_LATE'>> {
  const found = await findCase(ports, examiner, sessionId)
  const session = found && (await ports.sessions.load(found.tenant, sessionId))
  if (!session) return refuse('NOT_FOUND')
  const { held, heldUntil } = session
  const now = ports.clock()
  if (!held || !heldUntil || heldUntil <= now || held.by !== examiner.username || held.version !== session.version)
    return refuse('TOO_LATE')

  const restored = restore(session, held.before)
  const tellsNobody = held.act === 'escalate' || restored.status === session.status
  const saved = await ports.sessions.save(restored, {
    ...((!tellsNobody || held.act === 'new-picture') && { recall: 1 }),
    review: { reviewer: examiner.username, verdict: 'undo', reason: held.act },
    audit: {
      at: now,
      tenant: session.tenant,
      actor: `reviewer:${examiner.username}`,
      action: 'review.undo',
      sessionId,
      detail: { act: held.act },
    },
  })
  return saved ? accept(restored.status) : refuse('TOO_LATE')
}

function restore(session: Session, before: NonNullable<Session['held']>['before']): Session {
  const { opinions: _, newPictures: __, earlier: ___, pendingAnswer: ____, ...rest } = unheld(session)
  return { ...rest, ...before }
}
