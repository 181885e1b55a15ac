import { accept, type Result } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment } from './change-session.ts'

/**
 * The page on the device that has the session in hand is out of sight: another one that follows along shows it. False when
 * this device has not got the session. It is a word of the page and opens or ends nothing.
 */
export async function leaveDevice(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  deviceId: string,
): Promise<Result<boolean, ClosedRefusal>> {
  const changed = await changeOpen<boolean, 'OTHER_DEVICE'>(ports, enrolment, (session) => {
    const { device } = session
    if (device?.id !== deviceId) return { ok: false, refusal: 'OTHER_DEVICE' }
    const away = { ...device, awaySince: device.awaySince ?? ports.clock().toISOString() }
    return { ok: true, value: true, session: { ...session, device: away } }
  })
  if (changed.ok) return accept(true)
  return changed.refusal === 'OTHER_DEVICE' ? accept(false) : { ok: false, refusal: changed.refusal }
}
