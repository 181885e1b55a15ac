import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import { deleteSession } from '../results/delete-session.ts'
import { type ClosedRefusal, type FoundEnrolment, loadOpen } from './change-session.ts'
import { readStanding } from './read-enrolment.ts'

/** A person changes their mind on the page: all their data is erased. What is decided already is the integrator's to erase. */
export async function withdraw(
  ports: Pick<Ports, 'sessions' | 'images' | 'clock'>,
  { tenant, sessionId, mode }: FoundEnrolment,
): Promise<Result<undefined, ClosedRefusal>> {
  const open = await loadOpen(ports, { tenant, sessionId })
  if (!open.ok) return open
  // While a new picture is awaited the case is with the reviewers: it is not the person's to erase any more.
  if (open.value.completedAt) return refuse('SESSION_ALREADY_COMPLETED')
  const erased = await deleteSession(ports, { tenant, mode, actor: 'token' }, sessionId, { onlyUnfinished: true })
  return erased
    ? accept(undefined)
    : refuse((await readStanding(ports, { tenant, sessionId })) ? 'SESSION_ALREADY_COMPLETED' : 'SESSION_UNAUTHORIZED')
}
