import type { Ports } from '../ports/ports.ts'
import type { ErasureOnly } from '../ports/sessions.ts'
import type { Reader } from './read-results.ts'

/**
 * Erases every trace of the person. The mark comes first and the row last, so that
 * a crash in between leaves a session that the sweep finds and finishes. False when there is nothing of this reader's to erase.
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
