import { openPictureRequest } from '../../domain/new-picture.ts'
import { type Refused, type Result, refuse } from '../../domain/result.ts'
import { type Session, statusAt } from '../../domain/session.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { ToldOfSession } from '../ports/sessions.ts'

/** The holder of a token: one session of one tenant. */
export interface Enrolment {
  tenant: string
  sessionId: string
}

/** The same once the session was looked up. */
export interface FoundEnrolment extends Enrolment {
  mode: Mode
}

export type ClosedRefusal = 'SESSION_ALREADY_COMPLETED' | 'SESSION_EXPIRED' | 'SESSION_UNAUTHORIZED'

export interface Change<Value> {
  ok: true
  value: Value
  session: Session
  told?: ToldOfSession
}

/** Loads a session that still takes pictures, or says why it does not. */
export async function loadOpen(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  { tenant, sessionId }: Enrolment,
): Promise<Result<Session, ClosedRefusal>> {
  const session = await sessions.load(tenant, sessionId)
  if (!session) return refuse('SESSION_UNAUTHORIZED')
  const now = clock()
  if (session.completedAt && !openPictureRequest(session, now)) return refuse('SESSION_ALREADY_COMPLETED')
  if (statusAt(session, now) === 'EXPIRED') return refuse('SESSION_EXPIRED')
  return { ok: true, value: session }
}

/**
 * Changes an open session as it is at the moment of writing: when another request wrote first, the change is asked
 * again on what that one left. So no two requests lose each other's work.
 */
export async function changeOpen<Value, Refusal extends string>(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  change: (session: Session) => Change<Value> | Refused<Refusal> | Promise<Change<Value> | Refused<Refusal>>,
): Promise<Change<Value> | Refused<Refusal | ClosedRefusal>> {
  for (;;) {
    const open = await loadOpen(ports, enrolment)
    if (!open.ok) return open
    const changed = await change(open.value)
    if (!changed.ok) return changed
    if (await ports.sessions.save(changed.session, changed.told)) return changed
  }
}
