import { accept, type Result, refuse } from '../../domain/result.ts'
import { findCase } from '../admin/tenant-scope.ts'
import type { Ports } from '../ports/ports.ts'
import type { Examiner } from './claim-case.ts'

/** Keeps a note with the session, whatever its state: for colleagues, never for the person or the integrator. */
export async function noteCase(
  ports: Pick<Ports, 'sessions' | 'reviewQueue' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
  note: string,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  for (;;) {
    const found = await findCase(ports, examiner, sessionId)
    const session = found && (await ports.sessions.load(found.tenant, sessionId))
    if (!session) return refuse('NOT_FOUND')
    const { username } = examiner
    const kept = session.held ? { ...session, held: { ...session.held, version: session.version + 1 } } : session
    const saved = await ports.sessions.save(kept, {
      review: { reviewer: username, verdict: 'note', reason: note.trim() },
      audit: {
        at: ports.clock(),
        tenant: session.tenant,
        actor: `reviewer:${username}`,
        action: 'review.note',
        sessionId,
      },
    })
    if (saved) return accept(undefined)
  }
}
