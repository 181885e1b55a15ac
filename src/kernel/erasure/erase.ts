import { accept, type Result, refuse } from '../../formats/result.ts'
import { withoutTemplates } from '../evidence/face/forget-face.ts'
import type { Ports } from '../ports/ports.ts'
import type { ErasureOnly } from '../ports/sessions.ts'
import type { NotReady, Reader } from '../results/read-results.ts'
import { isFinal, type Session, statusAt } from '../session/session.ts'

/**
 * Erases every trace of the person. The mark is written first and the row removed last, so that a crash in between
 * leaves a session that the sweep finds and finishes. False when there is nothing that this caller can erase.
 */
export async function deleteSession(
  ports: Pick<Ports, 'sessions' | 'images' | 'clock'>,
  { tenant, mode, actor }: Reader,
  id: string,
  only?: ErasureOnly,
): Promise<boolean> {
  if ((await ports.sessions.peek(tenant, id))?.mode !== mode) return false
  const entry = { at: ports.clock(), tenant, actor, sessionId: id }
  if (!(await ports.sessions.beginErasure(tenant, id, { ...entry, action: 'session.delete' }, only))) return false
  await finishErasure(ports, id)
  return true
}

export async function finishErasure(
  { sessions, images }: Pick<Ports, 'sessions' | 'images'>,
  id: string,
): Promise<void> {
  await images.removeAll(id)
  await sessions.finishErasure(id)
}

/**
 * Erases the face templates of a decided session, and keeps the session. What is left says how the faces compared, so
 * that the decision can still be explained and replayed. Nobody is recognised by this session any more.
 */
export async function forgetFace(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  { tenant, mode, actor }: Reader,
  id: string,
): Promise<Result<undefined, 'NOT_FOUND'> | NotReady> {
  for (;;) {
    const session = await sessions.load(tenant, id)
    if (session?.mode !== mode) return refuse('NOT_FOUND')
    const now = clock()
    const status = statusAt(session, now)
    if (!isFinal(status)) return { ok: false, refusal: 'RESULTS_NOT_READY', status }
    if (session.faceForgottenAt) return accept(undefined)
    const audit = { at: now, tenant, actor, action: 'session.forget-face', sessionId: id } as const
    if (await sessions.save(withoutFace(session, now), { audit, forgetFace: true })) return accept(undefined)
  }
}

function withoutFace(session: Session, now: Date): Session {
  const { earlier, pendingAnswer, held } = session
  return {
    ...withoutTemplates(session),
    ...(earlier && { earlier: earlier.map(withoutTemplates) }),
    ...(pendingAnswer && { pendingAnswer: withoutTemplates(pendingAnswer) }),
    ...(held && { held: { ...held, before: withoutAnswers(held.before) } }),
    faceForgottenAt: now.toISOString(),
  }
}

function withoutAnswers({ earlier, pendingAnswer, ...before }: NonNullable<Session['held']>['before']) {
  return {
    ...before,
    ...(earlier && { earlier: earlier.map(withoutTemplates) }),
    ...(pendingAnswer && { pendingAnswer: withoutTemplates(pendingAnswer) }),
  }
}
