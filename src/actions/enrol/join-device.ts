import { accept, type Result } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'

/** Takes the session in hand on a device. False when another one has it and this one did not ask to take over. */
export async function joinDevice(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  { deviceId, takeOver = false }: { deviceId: string; takeOver?: boolean | undefined },
): Promise<Result<boolean, ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  if (open.value.device?.id === deviceId) return accept(true)

  const changed = await changeOpen<boolean, never>(ports, enrolment, (session) => {
    const free = !session.device || session.device.id === deviceId || takeOver
    const device = { id: deviceId, since: ports.clock().toISOString() }
    return { ok: true, value: free, session: free ? { ...session, device } : session }
  })
  return changed.ok ? accept(changed.value) : changed
}
