import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { openPictureRequest } from '../review/new-picture.ts'
import type { Enrolment } from './change-session.ts'
import { withPendingAnswer } from './pending-answer.ts'
import { type Session, statusAt } from './session.ts'
import type { Mode, Status } from './session-words.ts'

/** Where an enrolment stands, for the page that continues it; also after its end. */
export async function readEnrolment(
  { sessions, tenants, clock }: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  { tenant, sessionId }: Enrolment,
): Promise<Result<{ session: Session; tenant: Tenant }, 'SESSION_UNAUTHORIZED'>> {
  const [session, owner] = await Promise.all([sessions.load(tenant, sessionId), tenants.load(tenant)])
  if (!session || !owner) return refuse('SESSION_UNAUTHORIZED')
  const now = clock()
  const shown = openPictureRequest(session, now) ? withPendingAnswer(session) : session
  return accept({ session: { ...shown, status: statusAt(session, now) }, tenant: owner })
}

/** The present status of the session of a token, from its plain columns. Undefined when it is erased. */
export async function readStanding(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  { tenant, sessionId }: Enrolment,
): Promise<{ mode: Mode; status: Status; tokenEpoch: number; takesPictures: boolean } | undefined> {
  const session = await sessions.peek(tenant, sessionId)
  if (!session) return undefined
  const { mode, tokenEpoch, askedUntil } = session
  const now = clock()
  const status = statusAt(session, now)
  const isAsked = session.status === 'WAITING_FOR_MANUAL_APPROVE' && askedUntil !== undefined && askedUntil > now
  return { mode, status, tokenEpoch, takesPictures: status === 'PENDING' || isAsked }
}
