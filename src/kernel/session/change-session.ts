import { accept, type Refused, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionEffects } from '../ports/sessions.ts'
import { requestAnswered } from '../review/new-picture.ts'
import { keepAside, withPendingAnswer } from './pending-answer.ts'
import { closedBy, type Session } from './session.ts'
import type { Mode } from './session-words.ts'

/** The holder of a token: one session of one tenant. */
export interface Enrolment {
  tenant: string
  sessionId: string
}

/** The same after the session was looked up. */
export interface FoundEnrolment extends Enrolment {
  mode: Mode
}

const CLOSED_REFUSALS = ['SESSION_ALREADY_COMPLETED', 'SESSION_EXPIRED', 'SESSION_UNAUTHORIZED'] as const
export type ClosedRefusal = (typeof CLOSED_REFUSALS)[number]

export const isClosed = (refusal: string): refusal is ClosedRefusal =>
  (CLOSED_REFUSALS as readonly string[]).includes(refusal)

export interface Change<Value> {
  ok: true
  value: Value
  session: Session
  effects?: SessionEffects
}

/** Loads a session that still takes pictures, with what was sent so far, or says why it does not. */
export async function loadOpen(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<Session, ClosedRefusal>> {
  const loaded = await loadWithoutAnswer(ports, enrolment)
  return loaded.ok ? accept(withPendingAnswer(loaded.value)) : loaded
}

/**
 * Changes an open session as it is at the moment of writing: if another request wrote first, the change is applied
 * again to the new state. So no two requests lose each other's work. Evidence that answers a request for a new picture
 * is kept separate until the answer is complete.
 */
export async function changeOpen<Value, Refusal extends string>(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  change: (session: Session) => Change<Value> | Refused<Refusal> | Promise<Change<Value> | Refused<Refusal>>,
): Promise<Change<Value> | Refused<Refusal | ClosedRefusal>> {
  for (;;) {
    const loaded = await loadWithoutAnswer(ports, enrolment)
    if (!loaded.ok) return loaded
    const session = loaded.value
    const changed = await change(withPendingAnswer(session))
    if (!changed.ok) return changed
    const stillPending = requestAnswered(session) && !requestAnswered(changed.session)?.answeredAt
    const next = stillPending ? keepAside(session, changed.session) : changed.session
    if (await ports.sessions.save(next, changed.effects)) return changed
  }
}

/** As it was decided, while a new picture is awaited. */
async function loadWithoutAnswer(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  { tenant, sessionId }: Enrolment,
): Promise<Result<Session, ClosedRefusal>> {
  const session = await sessions.load(tenant, sessionId)
  if (!session) return refuse('SESSION_UNAUTHORIZED')
  const closed = closedBy(session, clock())
  return closed ? refuse(closed) : accept(session)
}
